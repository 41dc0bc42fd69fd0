import { lazy } from 'react'
import { useViewer } from '#client/core/session/use-viewer.ts'

const Own = lazy(() => import('./page.tsx').then(({ Component }) => ({ default: Component })))
const All = lazy(() => import('./admin-page.tsx').then(({ Component }) => ({ default: Component })))

/** `/brand`: a merchant's own trademarks, or all of them for an administrator. */
export function Component() {
  return useViewer()?.isAdmin ? <All /> : <Own />
}
