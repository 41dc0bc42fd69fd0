import { useViewer } from '#client/core/session/use-viewer.ts'
import { lazyScreen } from '#client/ui/layout/lazy-component.ts'

const Help = lazyScreen(() => import('./page.tsx'))
const Messages = lazyScreen(() => import('./admin-page.tsx'))

/** `/support`: help for merchants, or their messages for an administrator. */
export function Component() {
  return useViewer()?.isAdmin ? <Messages /> : <Help />
}
