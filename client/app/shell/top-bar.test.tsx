import { Text } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import type { RememberedUser } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { forgetRememberedUser, rememberUser } from '#client/core/session/session-storage.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Banners } from './banners.tsx'
import { storeBalance } from './stored-balance.ts'
import { TopBar } from './top-bar.tsx'

const balance = { usedCodes: 1, remainingCodes: 1200, remainingDays: 20, validity: 0, trial: false, isActive: true }
let answer: Partial<typeof balance> | 'never' | 'unreachable' = {}
const server = setupServer(
  http.get('*/api/billing/getBalance', async () => {
    if (answer === 'never') await delay('infinite')
    if (answer === 'unreachable') return HttpResponse.error()
    return HttpResponse.json({ ...balance, ...(answer as object) })
  }),
  http.get('*/api/announcement', () => HttpResponse.json([])),
  http.get('*/api/support/contact', () =>
    HttpResponse.json({ email: 'help@brand.example', phone: null, telegram: null, mailed: true }),
  ),
  http.get('*/api/events', () => new HttpResponse(null, { status: 204 })),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

function Screen() {
  const viewer = useViewer()
  return (
    <QueryClientProvider client={queryClient}>
      {viewer && <TopBar viewer={viewer} onMenu={() => undefined} />}
      {viewer && <Banners viewer={viewer} />}
      <Text color="fg.error">An error</Text>
    </QueryClientProvider>
  )
}

async function shown(what: typeof answer) {
  answer = what
  queryClient.clear()
  const device = await setUpDevice({ texts: ['sync', 'billing'] })
  const router = device.show(Screen, '/sku')
  return { ...device, router }
}

test('shows no numbers until the balance is known, and links to the credit page [SH06]', async () => {
  await shown('never')
  const credit = await screen.findByRole('link', { name: /^Credit balance/ })
  expect(credit.textContent).toContain('– codes–')
  expect(credit.getAttribute('href')).toBe('/settings/credit')
  expect(screen.getByRole('link', { name: 'Assay' }).getAttribute('href')).toBe('/')
})

test('shows the last balance of the device when the server is unreachable, until the sign-out [SH06]', async () => {
  answer = 'unreachable'
  queryClient.clear()
  const device = await setUpDevice({ texts: ['sync', 'billing'] })
  rememberUser({ claims: session.getState().claims, user: {} } as RememberedUser)
  storeBalance(balance)
  device.show(Screen, '/sku')
  expect((await screen.findByTestId('credit')).textContent).toContain('1,200 codes20 days left')
  forgetRememberedUser()
  device.show(Screen, '/sku')
  expect((await screen.findByTestId('credit')).textContent).toContain('– codes–')
})

test('says that an account without a confirmed e-mail has no plan [SH06]', async () => {
  answer = 'never'
  queryClient.clear()
  const device = await setUpDevice({ texts: ['sync', 'billing'] })
  session.setState({ claims: { ...session.getState().claims!, emailConfirmed: false } })
  device.show(Screen, '/sku')
  expect((await screen.findByTestId('credit')).textContent).toMatch(/No plan/)
})

test('shows the days that are left, and zero days as expired in the color of errors [SH06]', async () => {
  await shown({})
  const left = await screen.findByText('20 days left')
  const plain = getComputedStyle(left).color
  await shown({ remainingDays: 0 })
  const over = await screen.findByText('Expired')
  expect(getComputedStyle(over).color).not.toBe(plain)
  expect(getComputedStyle(over).color).toBe(getComputedStyle(screen.getByText('An error')).color)
})

test('shows "no plan" instead of "expired", and not as an error, when the merchant never had credit [SH06]', async () => {
  await shown({ usedCodes: 0, remainingCodes: 0, remainingDays: 0 })
  const none = await screen.findByText('No plan yet')
  expect(getComputedStyle(none).color).not.toBe(getComputedStyle(screen.getByText('An error')).color)
})

test('shows a deactivated account and links to the credit page [SH06 BI04]', async () => {
  await shown({ isActive: false })
  const banner = await screen.findByText(
    'Your billing account has been deactivated. Please contact support at help@brand.example for more information.',
  )
  expect(banner.getAttribute('href')).toBe('/settings/credit')
})

test('leaves demo mode from its banner and opens the root [SH06 SH12]', async () => {
  const { user, router } = await shown({})
  session.setState({ demo: true })
  const words = "You are in Demo-Mode, Feel free to look and click around, You can't break anything here"
  await user.click(await screen.findByText(words))
  await waitFor(() => expect(session.getState().demo).toBe(false))
  expect(router.state.location.pathname).toBe('/')
  expect(screen.queryByText(words)).toBeNull()
})
