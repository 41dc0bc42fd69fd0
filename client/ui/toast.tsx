import { Suspense } from 'react'
import { lazyComponent } from './later.ts'
import type { Notice } from './toaster.tsx'

const load = () => import('./toaster.tsx')
const Toaster = lazyComponent(load)

/** Says something top-centre for three seconds; errors stay until dismissed. The same words are shown once at a time. */
export function notify(notice: Notice): void {
  void load().then(({ showToast: show }) => show(notice))
}

export function Notifications() {
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
