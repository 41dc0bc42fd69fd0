import { type ReactNode, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Component as Landing } from '#client/auth/landing/landing-page.tsx'
import { session } from '#client/core/session/session-state.ts'
import { lastSignedInRole } from '#client/core/session/session-storage.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { lazyScreen } from '#client/ui/layout/lazy-component.ts'
import { canOpen, type ScreenGuard } from './can-open.ts'
import { RedirectToError } from './redirect-to-error.tsx'

export const Shell = lazyScreen(() => import('#client/app/shell/shell.tsx'))
export const Dashboard = lazyScreen(() => import('#client/insights/dashboard-page.tsx'))
const FieldHome = lazyScreen(() => import('./field-home.tsx'))
const AccountSettings = lazyScreen(() => import('#client/auth/account/settings-page.tsx'))

/** The layout of private screens, mounted again for each user. When signed out, it shows the landing page instead. */
export function PrivateFrame() {
  const viewer = useViewer()
  return (
    <Suspense fallback={<Loading />}>{viewer ? <Shell key={viewer.email} viewer={viewer} /> : <SignedOut />}</Suspense>
  )
}

/** The next sign-in must not return to these URLs: it would sign out again. */
const signOutPaths = ['/signout', '/settings/signout']

/**
 * Shows the landing page at `/`. Redirects a private URL to it if a user was signed in before, in this tab or on
 * this device; otherwise to the error page.
 */
function SignedOut() {
  const { pathname, search } = useLocation()
  const hasEnded = session((state) => state.hasEnded)
  if (pathname === '/') return <Landing />
  const isKnown = hasEnded || lastSignedInRole() !== undefined
  const from = signOutPaths.includes(pathname) ? undefined : pathname + search
  return <Navigate to={isKnown ? '/' : '/error'} replace state={from && { from }} />
}

export function Home() {
  const viewer = useViewer()
  if (viewer?.isAdmin) return <AccountSettings />
  return viewer?.role === 'field' ? <FieldHome /> : <Dashboard />
}

type GuardProps = ScreenGuard & { children: ReactNode }

/** Renders a screen for roles that pass `access` and merchants with the feature. Others get the error page. */
export function RequireAccess({ children, ...guard }: GuardProps) {
  return canOpen(useViewer(), guard) ? children : <RedirectToError />
}
