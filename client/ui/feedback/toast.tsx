import { Suspense } from 'react'
import { showNotices } from '#client/core/notify.ts'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'

const load = () => import('./toaster.tsx')
const Toaster = lazyComponent(load)

showNotices((notice) => void load().then(({ showToast }) => showToast(notice)))

export function Notifications() {
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
