import { Navigate, useLocation } from 'react-router'

/** Redirects URLs that the user cannot access to `/error`. */
export function RedirectToError() {
  const { pathname, search } = useLocation()
  return <Navigate to="/error" replace state={{ from: pathname + search }} />
}
