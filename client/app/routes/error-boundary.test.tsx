import { ChakraProvider, defaultSystem } from '@chakra-ui/react'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '#client/core/i18n/i18n.ts'
import { lazyScreen } from '#client/ui/layout/lazy-component.ts'
import { ErrorBoundary } from './error-boundary.tsx'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => startI18n())
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  // React logs each error that a boundary handles.
  vi.spyOn(console, 'error').mockClear()
  vi.restoreAllMocks()
})

const There = () => <p>there</p>
function Broken(): ReactNode {
  throw new Error('broken')
}
const show = (children: ReactNode) =>
  render(
    <ChakraProvider value={defaultSystem}>
      <ErrorBoundary resetKey="same">
        <Suspense fallback="waiting">{children}</Suspense>
      </ErrorBoundary>
    </ChakraProvider>,
  )

test('reports that a screen is not available offline, and opens it when the connection is restored [OF01]', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const Screen = lazyScreen(async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module: /assets/screen.js')
    return { Component: There }
  })
  show(<Screen />)
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeTruthy()
  onLine.mockReturnValue(true)
  await act(async () => dispatchEvent(new Event('online')))
  expect(await screen.findByText('there')).toBeTruthy()
})

test('requests a chunk again over a connection that fails, and then asks to reload [OF01]', async () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/screen.js')
  })
  const Screen = lazyScreen(load)
  show(<Screen />)
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(screen.getByRole('heading', { name: 'Assay was updated' })).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(3)
})

test('shows an error of the screen immediately, also when the connection is back', async () => {
  show(<Broken />)
  const heading = await screen.findByRole('heading')
  await act(async () => dispatchEvent(new Event('online')))
  expect(screen.getByRole('heading')).toBe(heading)
})
