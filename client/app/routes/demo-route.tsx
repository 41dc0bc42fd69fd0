import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { enterDemo } from '#client/core/session/session-state.ts'

/** `/settings/demo`: switches to the demo merchant and goes to its dashboard. */
export function DemoRoute() {
  useEffect(enterDemo, [])
  return <Navigate to="/" replace />
}
