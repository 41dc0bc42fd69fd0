import 'fake-indexeddb/auto'
import { ChakraProvider, defaultSystem } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type ComponentType, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { loadTexts, type Namespace, startI18n } from '#client/core/i18n/i18n.ts'
import { openOfflineEngine } from '#client/core/offline/engine.ts'
import { memoryServer } from '#client/core/offline/model/memory-server.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import type { Transport, TransportResponse } from '#client/core/offline/sync/transport.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { session } from '#client/core/session/session-state.ts'
import { Notifications } from '#client/ui/feedback/toast.tsx'

// Long timeouts: screens render as fast as the machine allows, and the awaited text appears even on a busy one.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 120_000 })

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const owner = {
  userId: '0193a000-0000-7000-8000-000000000001',
  merchantId: '0193a000-0000-7000-8000-000000000009',
}
const claims = {
  sub: owner.userId,
  email: 'ada@tea.example',
  isAdmin: false,
  role: 'merchant' as const,
  merchant: 'TEA',
  emailConfirmed: true,
  iat: 0,
  exp: 4_000_000_000,
}

type Options = {
  texts: readonly Namespace[]
  /** Replaces the response of the server unless it returns undefined; `away` is no connection. */
  answer?: (request: Parameters<Transport>[0]) => TransportResponse | 'away' | undefined
}

/** A merchant who is signed in on a device with an empty database and a server; `show` renders a screen. */
export async function setUpDevice({ texts, answer }: Options) {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('ResizeObserver', NoObserver)
  localStorage.clear()
  preferences.setState({ language: 'enUS' })
  await startI18n()
  await loadTexts(['ui', 'app', ...texts])
  const server = memoryServer()
  const transport: Transport = async (request) => {
    const response = answer?.(request)
    if (response === 'away') throw new TypeError('Failed to fetch')
    return response ?? server.handle(request, owner)
  }
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange }
  const demo = () => session.getState().demo
  const engine = await openOfflineEngine({ owner, transport, demo, storage, locks: undefined })
  offline.setState({ engine })
  session.setState({ status: 'signedIn', token: 'token', claims, demo: false })
  onTestFinished(() => {
    cleanup()
    engine.close()
    offline.setState({ engine: undefined })
    session.setState({ status: 'signedOut', token: undefined, claims: undefined, demo: false })
    vi.unstubAllGlobals()
  })
  return {
    engine,
    /** Provides the engine to the screens. */
    offline,
    server,
    /** The IndexedDB of the device. */
    storage,
    user: userEvent.setup(),
    /** Unmounts the screen, as a reload does. */
    show(Component: ComponentType, path = '/') {
      cleanup()
      const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: [path] })
      render(
        <ChakraProvider value={defaultSystem}>
          <QueryClientProvider client={queryClient}>
            <Suspense>
              <RouterProvider router={router} />
            </Suspense>
            <Notifications />
          </QueryClientProvider>
        </ChakraProvider>,
      )
      return router
    },
  }
}
