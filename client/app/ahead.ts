import { matchRoutes } from 'react-router'
import type { Namespace } from '#client/core/i18n.ts'
import { texts } from '#client/core/texts.ts'
import { fetchShell } from './frame.tsx'
import { routes } from './routes.tsx'

/**
 * Fetches what somebody who works with this device will see at an address, while their session is looked for. Screens speak
 * the namespace of their address; every address has a route. What fails here is asked for again, and told, by the screen.
 */
export function fetchAhead(pathname: string): void {
  const screens = matchRoutes(routes, pathname)!.map(({ route }) => route.handle)
  const spoken = texts[pathname.split('/')[1] as Namespace]
  for (const fetch of [fetchShell, texts.sync, spoken, ...screens]) fetch?.().catch(() => {})
}
