import { matchRoutes } from 'react-router'
import { withTimeout } from '#client/core/async/with-timeout.ts'
import type { Namespace } from '#client/core/i18n/i18n.ts'
import { session } from '#client/core/session/session-state.ts'
import { hasRememberedUser } from '#client/core/session/session-storage.ts'
import { viewerOf } from '#client/core/session/use-viewer.ts'
import type { Preload } from '#client/ui/layout/lazy-component.ts'
import { canOpen } from './routes/can-open.ts'
import { Dashboard, Shell } from './routes/private-frame.tsx'
import { type RouteHandle, routes } from './routes/routes.tsx'

/** A screen whose code takes longer than this is replaced by a placeholder, ms. The first frame of the page is already one. */
const codeTimeoutMs = { empty: 2000, framed: 10_000 }
/** A screen whose data takes longer than this is rendered without it, ms. */
const dataTimeoutMs = 500

type FirstScreen = {
  namespaces: readonly Namespace[]
  /** Resolves when the screen can be rendered, or at the timeout. */
  ready: Promise<unknown>
}

/**
 * Loads the code and the local data of the first screen while the session is restored, so that it renders immediately:
 * the console for a remembered user of the device, the landing page for others. If a load fails, the screen retries it
 * and reports the error.
 */
export function preloadFirstScreen({ pathname, search }: Location, restored: Promise<void>): FirstScreen {
  const isKnown = hasRememberedUser()
  const params = new URLSearchParams(search)
  const handles = matchRoutes(routes, pathname)!.map(({ route }) => (route.handle ?? {}) as RouteHandle)
  const own = isKnown ? [Shell.fetch, ...(pathname === '/' ? [Dashboard.fetch] : [])] : []
  const loads = [...own.map((fetch): RouteHandle => ({ fetch })), ...handles]
  const isFramed = document.documentElement.dataset.firstFrame !== undefined
  const parts = Promise.allSettled(loads.map(async ({ fetch, guard }) => ({ preload: await fetch?.(), guard })))
  const ready = Promise.all([restored, withTimeout(isFramed ? codeTimeoutMs.framed : codeTimeoutMs.empty, parts)]).then(
    ([, there = []]) =>
      withTimeout(
        dataTimeoutMs,
        preloadAll(
          there.flatMap((part) => (part.status === 'fulfilled' && allowedPreload(part.value)) || []),
          params,
        ),
      ),
  )
  return { namespaces: isKnown ? ['sync', ...screenTexts(handles)] : pathname === '/' ? ['auth'] : [], ready }
}

/** Only the data of screens that the user may open: a call that the server rejects would end the session. */
const allowedPreload = ({ preload, guard }: { preload: Preload | undefined; guard: RouteHandle['guard'] }) =>
  !guard || canOpen(viewerOf(session.getState()), guard) ? preload : undefined

/** Sequential: the layout opens the database that the screens inside it read. */
async function preloadAll(preloads: readonly Preload[], params: URLSearchParams): Promise<void> {
  for (const preload of preloads) await preload(params)
}

const screenTexts = (handles: readonly RouteHandle[]) => handles.flatMap(({ texts = [] }) => texts)
