import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient, refreshAll } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { waitingBusiness } from './business.fixture.ts'
import { Component as BusinessPage } from './page.tsx'

const problem = (error: string, status: number) => () =>
  HttpResponse.json({ error, message: 'Failed', reference: 'R', details: {} }, { status })
const absent = problem('business.notFound', 404)
const failed = problem('core.failed', 500)

let answer: () => HttpResponse<JsonBodyType> = absent
const read = () => HttpResponse.json(waitingBusiness)
let reads = 0
let businessReads = 0
const server = setupServer(
  http.get('*/api/business/progress', () => {
    reads++
    return answer === failed ? failed() : HttpResponse.json({ businessUpdated: answer === read })
  }),
  http.get('*/api/business', () => {
    businessReads++
    return answer()
  }),
  http.get('*/api/business/key', () => HttpResponse.json({ address: '/keys', statement: 's', keys: [] })),
  http.get('*/api/plan', () => HttpResponse.json([])),
  http.get('*/api/*', () => HttpResponse.json({ rows: [], total: 0 })),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

test.each([
  { who: 'a new merchant', first: absent, next: absent, label: /Registration number/ },
  { who: 'a new merchant whose next call fails', first: absent, next: failed, label: /Registration number/ },
  {
    who: 'a waitingBusiness merchant whose next call fails',
    first: read,
    next: failed,
    label: /^Address/,
  },
])('keeps the typed text of $who when the business is read again [AU08]', async ({ first, next, label }) => {
  answer = first
  const { show, user } = await setUpDevice({ texts: ['business', 'billing'] })
  show(BusinessPage, '/settings/business')
  const input = (await screen.findByLabelText(label)) as HTMLInputElement
  await user.type(input, 'typed')
  answer = next
  const before = reads
  const again = refreshAll()
  await waitFor(() => expect(reads).toBeGreaterThan(before))
  await again.catch(() => undefined)
  expect(screen.getByLabelText(label)).toBe(input)
  expect(input.value).toContain('typed')
})

test('shows the error with a button to try again when the first call fails [AU08]', async () => {
  answer = failed
  const { show, user } = await setUpDevice({ texts: ['business', 'billing'] })
  show(BusinessPage, '/settings/business')
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer = absent
  await user.click(again)
  expect(await screen.findByLabelText(/Registration number/)).toBeTruthy()
})

test('does not request a business that does not exist, and shows it once it exists [AU08]', async () => {
  answer = absent
  businessReads = 0
  const { show } = await setUpDevice({ texts: ['business', 'billing'] })
  show(BusinessPage, '/settings/business')
  const input = await screen.findByLabelText(/Registration number/)
  expect(input).toHaveProperty('disabled', false)
  expect(businessReads).toBe(0)
  answer = read
  await refreshAll()
  expect(await screen.findByDisplayValue('Tea')).toBeTruthy()
})
