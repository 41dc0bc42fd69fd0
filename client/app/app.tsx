import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { queryClient } from '#client/core/data.ts'
import { session } from '#client/core/session.ts'
import { lazyComponent } from '#client/ui/later.ts'
import { theme } from '#client/ui/theme.ts'
import { Notifications } from '#client/ui/toast.tsx'
import { CurrentScreen } from './screens.tsx'

const UpdatePrompt = lazyComponent(() => import('./update-prompt.tsx'))

// Nobody sees what was read as somebody else.
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
