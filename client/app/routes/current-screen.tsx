import { Suspense, useEffect } from 'react'
import { useLocation, useNavigationType, useRoutes } from 'react-router'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { routes } from './routes.tsx'

/** Renders the screen of the URL. The previous screen stays until the next one is loaded. */
export function CurrentScreen() {
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()
  const screen = useRoutes(routes)
  // A new screen starts at its top; on going back, the browser restores the scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes.
  useEffect(() => {
    if (navigationType !== 'POP') window.scrollTo(0, 0)
  }, [pathname])
  return (
    <ErrorBoundary resetKey={key}>
      <Suspense fallback={<Loading />}>{screen}</Suspense>
    </ErrorBoundary>
  )
}
