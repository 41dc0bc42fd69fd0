import { lazy } from 'react'
import { useViewer } from '#client/core/session/use-viewer.ts'

const Own = lazy(() => import('./page.tsx').then(({ Component }) => ({ default: Component })))
const All = lazy(() => import('./admin-page.tsx').then(({ Component }) => ({ default: Component })))

/** `/sku`: a merchant's own products, or the certificates of all for an administrator. */
export function Component() {
  return useViewer()?.isAdmin ? <All /> : <Own />
}
