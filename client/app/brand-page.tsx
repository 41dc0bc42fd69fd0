import { lazy } from 'react'
import { useViewer } from '#client/core/viewer.ts'

const Own = lazy(() => import('#client/trademark/page.tsx').then(({ Component }) => ({ default: Component })))
const All = lazy(() => import('#client/trademark/admin-page.tsx').then(({ Component }) => ({ default: Component })))

/** `/brand`: a merchant's own trademarks, or all of them for an administrator. */
export function Component() {
  return useViewer()?.isAdmin ? <All /> : <Own />
}
