import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { showAll } from './hidden.ts'

/** `/announcements`: notes that what was put away is to be shown again, and goes to the root. */
export function Component() {
  useEffect(showAll, [])
  return <Navigate to="/" replace />
}
