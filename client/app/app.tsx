import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { queries } from '#client/core/data.ts'
import { session } from '#client/core/session.ts'
import { later } from '#client/ui/later.ts'
import { theme } from '#client/ui/theme.ts'
import { Notifications } from '#client/ui/toast.tsx'
import { Screens } from './screens.tsx'

const UpdatePrompt = later(() => import('./update-prompt.tsx'))

// Nobody sees what was read as somebody else.
session.subscribe(({ claims, demo }, before) => {
  if (claims?.sub !== before.claims?.sub || demo !== before.demo) queries.clear()
})

export function App() {
  return (
    <ChakraProvider value={theme}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <Screens />
        </BrowserRouter>
        <Notifications />
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      </QueryClientProvider>
    </ChakraProvider>
  )
}
