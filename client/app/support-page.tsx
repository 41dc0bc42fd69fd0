import { lazy } from 'react'
import { useViewer } from '#client/core/viewer.ts'

const Help = lazy(() => import('#client/support/page.tsx').then(({ Component }) => ({ default: Component })))
const Messages = lazy(() => import('#client/support/admin-page.tsx').then(({ Component }) => ({ default: Component })))

/** `/support`: help for merchants, or what they wrote for an administrator. */
export function Component() {
  return useViewer()?.isAdmin ? <Messages /> : <Help />
}
