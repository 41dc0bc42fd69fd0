import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient, refreshAll } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { type Business, businessProblems } from '#shared/business/contract.ts'
import { Component as BusinessPage } from './page.tsx'

const file = { hash: 'a'.repeat(64), ext: '.png', name: 'r.png', mime: 'image/png', size: 1 }
const registered: Business = {
  ...{ id: 'b', name: 'Tea', requested_name: null, merchant: 'm', registration_no: '1', isActive: true },
  ...{ completeness: 40, createdAt: '2026-11-21T08:00:00.000Z' },
  details: {
    ...{ documents: file, address: '', contactNo: '', email: '', country: 'MY', postcode: '39100' },
    ...{ verified: false, verified_by: null, review_note: null },
  },
}
const { code: error, status, enUS: message } = businessProblems.notFound
const absent = () => HttpResponse.json({ error, message, reference: 'R', details: {} }, { status })
const failed = () => HttpResponse.json({ error: 'core.failed', message, reference: 'R', details: {} }, { status: 500 })

let answer: () => HttpResponse<JsonBodyType> = absent
let reads = 0
const server = setupServer(
  http.get('*/api/business', () => {
    reads++
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
    who: 'a registered merchant whose next call fails',
    first: () => HttpResponse.json(registered),
    next: failed,
    label: /^Address/,
  },
])('AU08 keeps the typed text of $who when the business is read again', async ({ first, next, label }) => {
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

test('AU08 shows the error with a button to try again when the first call fails', async () => {
  answer = failed
  const { show, user } = await setUpDevice({ texts: ['business', 'billing'] })
  show(BusinessPage, '/settings/business')
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer = absent
  await user.click(again)
  expect(await screen.findByLabelText(/Registration number/)).toBeTruthy()
})
