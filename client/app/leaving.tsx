import { useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { enterDemo, signOut } from '#client/core/session.ts'
import { Loading } from './loading.tsx'

/** `/signout`: ends the session and goes to the landing. */
export function SignOutRoute() {
  const navigate = useNavigate()
  useEffect(() => {
    void signOut().then(() => navigate('/', { replace: true }))
  }, [navigate])
  return <Loading />
}

/** `/settings/demo`: switches to the demo merchant and goes to its dashboard. */
export function DemoRoute() {
  useEffect(enterDemo, [])
  return <Navigate to="/" replace />
}
