import { Suspense, useEffect } from 'react'
import { useLocation, useNavigationType, useRoutes } from 'react-router'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { routes } from './routes.tsx'

/** The screen of the address. The one before stays until the parts of the next one are there. */
export function CurrentScreen() {
  const { key, pathname } = useLocation()
  const way = useNavigationType()
  const screen = useRoutes(routes)
  // A new screen begins at its top; the browser itself finds the place again on the way back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it follows.
  useEffect(() => {
    if (way !== 'POP') window.scrollTo(0, 0)
  }, [pathname])
  return (
    <ErrorBoundary resetKey={key}>
      <Suspense fallback={<Loading />}>{screen}</Suspense>
    </ErrorBoundary>
  )
}
