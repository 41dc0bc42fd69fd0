import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { VerificationProgress } from './verification-progress.tsx'

const steps = [
  'emailConfirmed',
  'businessUpdated',
  'trademarkRegistered',
  'businessApproved',
  'trademarkApproved',
] as const
let done = 0
let credit = 10
let awaitedPlan: 'requested' | null = null
const balance = { usedCodes: 0, remainingDays: 0, validity: 0, trial: false, isActive: true }
const server = setupServer(
  http.get('*/api/business/progress', () =>
    HttpResponse.json(Object.fromEntries(steps.map((step, place) => [step, place < done]))),
  ),
  http.get('*/api/billing/getBalance', () => HttpResponse.json({ ...balance, remainingCodes: credit })),
  http.get('*/api/insights/first-steps', () => HttpResponse.json({ plan: false, awaitedPlan })),
  http.get('*/api/events', () => new HttpResponse(null, { status: 204 })),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  credit = 10
  awaitedPlan = null
})
afterAll(() => server.close())

function Screen() {
  const viewer = useViewer()
  return (
    <QueryClientProvider client={queryClient}>{viewer && <VerificationProgress viewer={viewer} />}</QueryClientProvider>
  )
}

test.each([
  [0, 'Verify Your Email', '/settings'],
  [1, 'Register Your Business', '/settings/business'],
  [2, 'Register Your First Brand', '/brand'],
  [3, 'Waiting Approval', null],
  [4, 'Waiting Approval', null],
  [5, 'Verified', null],
])('after %i of five steps shows the next step “%s” [SH08]', async (count, words, to) => {
  done = count
  const { show } = await setUpDevice({ texts: [] })
  show(Screen)
  const bar = await screen.findByRole('progressbar')
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual([String(count), '5'])
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByRole('link')?.getAttribute('href') ?? null).toBe(to)
})

test.each([3, 5])('leads a merchant without a plan to the plans after %i of five steps [SH08 AU05]', async (count) => {
  done = count
  credit = 0
  const { show } = await setUpDevice({ texts: [] })
  show(Screen)
  expect((await screen.findByRole('link', { name: 'Choose a Plan' })).getAttribute('href')).toBe('/settings/credit')
  awaitedPlan = 'requested'
  await queryClient.refetchQueries()
  await waitForElementToBeRemoved(() => screen.queryByRole('link', { name: 'Choose a Plan' }))
})

test('lists the five steps and their state in the tooltip [SH08]', async () => {
  done = 2
  const { user, show } = await setUpDevice({ texts: [] })
  show(Screen)
  await user.hover(await screen.findByTestId('verification'))
  const tip = await screen.findByRole('tooltip')
  const words = ['Email', 'Business Reg', 'Brand', 'Business Approval', 'Wait for brand approval']
  for (const word of words) expect(within(tip).getByText(word)).toBeTruthy()
  expect(within(tip).getAllByLabelText('done')).toHaveLength(2)
  expect(within(tip).getAllByLabelText('not yet')).toHaveLength(3)
})
