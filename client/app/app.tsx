import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { BrowserRouter, useLocation, useNavigationType, useRoutes } from 'react-router'
import { queryClient } from '#client/core/http/query-client.ts'
import { session } from '#client/core/session/session-state.ts'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { Notifications } from '#client/ui/feedback/toast.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { theme } from '#client/ui/theme/theme.ts'
import { ErrorBoundary } from './routes/error-boundary.tsx'
import { routes } from './routes/routes.tsx'

const Launches = lazyComponent(() => import('./service-worker/launches.tsx'))
const UpdatePrompt = lazyComponent(() => import('./service-worker/update-prompt.tsx'))

// Cleared, so that data of another user is never shown.
session.subscribe(({ claims, demo }, before) => {
  if (claims?.sub !== before.claims?.sub || demo !== before.demo) queryClient.clear()
})

export function App() {
  return (
    <ChakraProvider value={theme}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <CurrentScreen />
          <Suspense>
            <Launches />
          </Suspense>
        </BrowserRouter>
        <Notifications />
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      </QueryClientProvider>
    </ChakraProvider>
  )
}

/** Renders the screen of the URL. The previous screen stays until the next one is loaded. */
function CurrentScreen() {
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
