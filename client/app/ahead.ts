import { matchRoutes } from 'react-router'
import type { Namespace } from '#client/core/i18n.ts'
import { hasIdentity } from '#client/core/identity.ts'
import { texts } from '#client/core/texts.ts'
import { Dashboard, Shell } from './frame.tsx'
import { routes } from './routes.tsx'

/** A screen whose parts take longer than this is announced by a placeholder, ms. */
const patienceMs = 2000

/** Namespaces of the screens that are not named like their addresses. */
const spoken: Readonly<Record<string, readonly Namespace[]>> = {
  generatecode: ['order'],
  activatecode: ['activation', 'codes'],
  alerts: ['verdict'],
}

export type Ahead = {
  namespaces: readonly Namespace[]
  /** Ends when the parts are there, or as far as anybody waits for them. */
  parts: Promise<unknown>
}

/**
 * Fetches what the first screen is made of, while the session is looked for, so that it is drawn as a whole: the console for
 * somebody who works with this device, the landing for everybody else. What fails here is asked for again, and told, by the
 * screen.
 */
export function fetchAhead(pathname: string): Ahead {
  const isKnown = hasIdentity()
  const [, place = ''] = pathname.split('/')
  const screens = matchRoutes(routes, pathname)!.map(({ route }) => route.handle as (() => Promise<void>) | undefined)
  const own = isKnown ? [Shell.fetch, ...(place === '' ? [Dashboard.fetch] : [])] : []
  const settled = Promise.allSettled([...own, ...screens].map((fetch) => fetch?.()))
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  return { namespaces: namespacesOf(place, isKnown), parts: Promise.race([settled, patience]) }
}

function namespacesOf(place: string, isKnown: boolean): readonly Namespace[] {
  if (!isKnown) return place === '' ? ['auth'] : []
  if (place === '') return ['sync', 'insights']
  return ['sync', ...(spoken[place] ?? (place in texts ? [place as Namespace] : []))]
}
