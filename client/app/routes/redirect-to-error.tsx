import { Navigate, useLocation } from 'react-router'

/** Every address that is not there for this person ends at `/error`. */
export function RedirectToError() {
  const { pathname, search } = useLocation()
  return <Navigate to="/error" replace state={{ from: pathname + search }} />
}
