import { matchRoutes } from 'react-router'
import { withTimeout } from '#client/core/async/with-timeout.ts'
import type { Namespace } from '#client/core/i18n/i18n.ts'
import { textLoaders } from '#client/core/i18n/namespaces.ts'
import { hasRememberedUser } from '#client/core/session/remembered-user.ts'
import type { LazyComponent, Preload } from '#client/ui/layout/lazy-component.ts'
import { Dashboard, Shell } from './routes/private-frame.tsx'
import { routes } from './routes/routes.tsx'

/** A screen whose parts take longer than this is announced by a placeholder, ms. */
const codeTimeoutMs = 2000
/** A screen whose data takes longer than this is drawn without it, ms. */
const dataTimeoutMs = 500

/** Namespaces of the screens that are not named like their addresses. */
const namespacesByPath: Readonly<Record<string, readonly Namespace[]>> = {
  generatecode: ['order'],
  activatecode: ['activation', 'codes'],
  alerts: ['verdict'],
}

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
  const [, place = ''] = pathname.split('/')
  const params = new URLSearchParams(search)
  const screens = matchRoutes(routes, pathname)!.map(
    ({ route }) => route.handle as LazyComponent<object>['fetch'] | undefined,
  )
  const own = isKnown ? [Shell.fetch, ...(place === '' ? [Dashboard.fetch] : [])] : []
  const parts = Promise.allSettled([...own, ...screens].map((fetch) => fetch?.()))
  const ready = Promise.all([session, withTimeout(codeTimeoutMs, parts)]).then(([, there = []]) =>
    withTimeout(
      dataTimeoutMs,
      preloadAll(
        there.flatMap((part) => (part.status === 'fulfilled' && part.value) || []),
        params,
      ),
    ),
  )
  return { namespaces: namespacesOf(place, isKnown), ready }
}

/** One after the other: the frame opens what the screens within it read. */
async function preloadAll(aheads: readonly Preload[], params: URLSearchParams): Promise<void> {
  for (const ahead of aheads) await ahead(params)
}

function namespacesOf(place: string, isKnown: boolean): readonly Namespace[] {
  if (!isKnown) return place === '' ? ['auth'] : []
  if (place === '') return ['sync', 'insights']
  return ['sync', ...(namespacesByPath[place] ?? (place in textLoaders ? [place as Namespace] : []))]
}
