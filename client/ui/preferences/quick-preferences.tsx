import { Suspense } from 'react'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'

const Menus = lazyComponent(() => import('./preference-menus.tsx'))

/** Language and theme menus for the top of every screen. */
export function QuickPreferences() {
  return (
    <div className="quick-preferences">
      <Suspense>
        <Menus />
      </Suspense>
    </div>
  )
}
