import { Suspense } from 'react'
import { later } from './later.ts'
import type { Notice } from './toaster.tsx'

const load = () => import('./toaster.tsx')
const Toaster = later(load)

/** Says something top-centre for three seconds; errors stay until dismissed. The same words are shown once at a time. */
export function notify(notice: Notice): void {
  void load().then(({ show }) => show(notice))
}

export function Notifications() {
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
