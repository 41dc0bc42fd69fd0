import { useViewer } from '#client/core/session/use-viewer.ts'
import { lazyScreen } from '#client/ui/layout/lazy-component.ts'

const Own = lazyScreen(() => import('./page.tsx'))
const All = lazyScreen(() => import('./admin-page.tsx'))

/** `/brand`: a merchant's own trademarks, or all of them for an administrator. */
export function Component() {
  return useViewer()?.isAdmin ? <All /> : <Own />
}
