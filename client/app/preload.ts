import { matchRoutes } from 'react-router'
import { withTimeout } from '#client/core/async/with-timeout.ts'
import type { Namespace } from '#client/core/i18n/i18n.ts'
import { hasRememberedUser } from '#client/core/session/remembered-user.ts'
import type { Preload } from '#client/ui/layout/lazy-component.ts'
import { Dashboard, Shell } from './routes/private-frame.tsx'
import { type RouteHandle, routes } from './routes/routes.tsx'

/** A screen whose parts take longer than this is announced by a placeholder, ms. */
const codeTimeoutMs = 2000
/** A screen whose data takes longer than this is drawn without it, ms. */
const dataTimeoutMs = 500

export type FirstScreen = {
  namespaces: readonly Namespace[]
  /** Ends when the screen can be drawn, or as far as anybody waits for that. */
  ready: Promise<unknown>
}

/**
 * Fetches what the first screen is made of, while the session is looked for, and reads what it shows of the device's data, so
 * that it is drawn as a whole: the console for somebody who works with this device, the landing for everybody else. What fails
 * here is asked for again, and told, by the screen.
 */
export function preloadFirstScreen({ pathname, search }: Location, session: Promise<void>): FirstScreen {
  const isKnown = hasRememberedUser()
  const params = new URLSearchParams(search)
  const handles = matchRoutes(routes, pathname)!.map(({ route }) => (route.handle ?? {}) as RouteHandle)
  const own = isKnown ? [Shell.fetch, ...(pathname === '/' ? [Dashboard.fetch] : [])] : []
  const parts = Promise.allSettled([...own, ...handles.map(({ fetch }) => fetch)].map((fetch) => fetch?.()))
  const ready = Promise.all([session, withTimeout(codeTimeoutMs, parts)]).then(([, there = []]) =>
    withTimeout(
      dataTimeoutMs,
      preloadAll(
        there.flatMap((part) => (part.status === 'fulfilled' && part.value) || []),
        params,
      ),
    ),
  )
  return { namespaces: isKnown ? ['sync', ...screenTexts(handles)] : pathname === '/' ? ['auth'] : [], ready }
}

/** One after the other: the frame opens what the screens within it read. */
async function preloadAll(aheads: readonly Preload[], params: URLSearchParams): Promise<void> {
  for (const ahead of aheads) await ahead(params)
}

const screenTexts = (handles: readonly RouteHandle[]) => handles.flatMap(({ texts = [] }) => texts)
