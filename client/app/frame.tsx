import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Component as Landing } from '#client/auth/landing-page.tsx'
import { hasDeparture } from '#client/core/departure.ts'
import { hasIdentity } from '#client/core/identity.ts'
import { session } from '#client/core/session.ts'
import { useViewer } from '#client/core/viewer.ts'
import { later } from '#client/ui/later.ts'
import { type Access, mayAccess } from '#shared/core/access.ts'
import { Loading } from './loading.tsx'
import { ToError } from './to-error.tsx'

export const Shell = later(() => import('./shell.tsx'))
export const Dashboard = later(() => import('#client/insights/dashboard-page.tsx'))
const AccountSettings = later(() => import('#client/auth/settings-page.tsx'))

/** Around every private screen, anew for each person. Signed out there is the landing, and no private address. */
export function Frame() {
  const viewer = useViewer()
  return (
    <Suspense fallback={<Loading />}>{viewer ? <Shell key={viewer.email} viewer={viewer} /> : <SignedOut />}</Suspense>
  )
}

/** The landing at `/`. A private address leads there only where somebody was signed in before, in this tab or on this device. */
function SignedOut() {
  const { pathname, search } = useLocation()
  const left = session((state) => state.left)
  if (pathname === '/') return <Landing />
  const isKnown = left || hasIdentity() || hasDeparture()
  return <Navigate to={isKnown ? '/' : '/error'} replace state={{ from: pathname + search }} />
}

export function Home() {
  const viewer = useViewer()
  return viewer?.isAdmin ? <AccountSettings /> : <Dashboard />
}

/** Screens of a feature that the merchant has, as the demo merchant does; for everybody else they do not exist. */
export function ForTemperature() {
  return useViewer()?.features.includes('temperature') ? <Outlet /> : <ToError />
}

/** Screens for whom `access` lets in. */
export function For({ access }: { access: Access }) {
  return mayAccess(access, useViewer()?.role) ? <Outlet /> : <ToError />
}
