import { lazy } from 'react'
import { useViewer } from '#client/core/session/use-viewer.ts'

const Help = lazy(() => import('./page.tsx').then(({ Component }) => ({ default: Component })))
const Messages = lazy(() => import('./admin-page.tsx').then(({ Component }) => ({ default: Component })))

/** `/support`: help for merchants, or their messages for an administrator. */
export function Component() {
  return useViewer()?.isAdmin ? <Messages /> : <Help />
}
