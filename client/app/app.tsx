import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { queryClient } from '#client/core/http/query-client.ts'
import { session } from '#client/core/session/session-state.ts'
import { Notifications } from '#client/ui/feedback/toast.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { theme } from '#client/ui/theme/theme.ts'
import { CurrentScreen } from './routes/current-screen.tsx'

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
        </BrowserRouter>
        <Notifications />
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      </QueryClientProvider>
    </ChakraProvider>
  )
}
