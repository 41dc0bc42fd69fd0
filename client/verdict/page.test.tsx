import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { PatternCaseDetail } from '#shared/pattern/contract.ts'
import type { VerdictCase } from '#shared/verdict/contract.ts'
import { ConsumeDialog } from './consume-dialog.tsx'
import { Component as Alerts } from './page.tsx'

const at = '2026-05-03T08:42:00.000Z'
/** A report of a shopper. */
const row: VerdictCase = {
  id: '0193a000-0000-7000-8000-0000000000c1',
  reference: 'R-1',
  rule: null,
  fired: null,
  level: 'caution',
  state: 'open',
  reason: null,
  note: '',
  consumedAt: null,
  code: '0DWJMW7XG03ACFEA3W2TWYCWCX',
  orderId: '0193a000-0000-7000-8000-0000000000c2',
  order_id: 'AB12-CD34',
  createdAt: at,
  updatedAt: at,
  report: { shop: 'Tea House', place: 'Ipoh', note: 'It looks different', photo: null },
  sku: { id: '0193a000-0000-7000-8000-0000000000c3', name: 'Green Tea', sku: 'GT-1' },
}
const requests: URL[] = []
const pattern: PatternCaseDetail = {
  id: '0193a000-0000-7000-8000-0000000000c4',
  kind: 'labels',
  state: 'open',
  reason: null,
  note: '',
  facts: { kind: 'labels', codes: 40, minutes: 12, at },
  orderId: row.orderId,
  order_id: row.order_id,
  sku: row.sku,
  firstSerial: 1,
  lastSerial: 40,
  codes: 40,
  markedAt: null,
  createdAt: at,
  updatedAt: at,
  evidence: { looks: 0, days: 0, firstAt: null, lastAt: null, places: [], serials: [] },
}
const server = setupServer(
  http.get(`*/api/pattern/${pattern.id}`, () => HttpResponse.json(pattern)),
  http.get('*/api/*', ({ request }) => {
    const url = new URL(request.url)
    requests.push(url)
    const rows = url.pathname.endsWith('/verdict/case') ? [row] : []
    return HttpResponse.json({ rows, total: rows.length && 11, now: at })
  }),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const Screen = () => (
  <QueryClientProvider client={queryClient}>
    <Alerts />
  </QueryClientProvider>
)

test('turns the pages of cases, recalls and scans separately when the cases are on the second page [VD06]', async () => {
  const { user, show } = await setUpDevice({ texts: ['verdict', 'sensor'] })
  show(Screen, '/alerts?page=2&search=tea')
  const table = await screen.findByRole('table', { name: 'Alerts and reports' })
  await user.click(await within(table).findByRole('button', { name: /^Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Scan history' }))
  await screen.findByRole('dialog')
  const pageOf = (path: string) =>
    requests.findLast(({ pathname }) => pathname.endsWith(path))?.searchParams.get('page')
  expect(pageOf('/verdict/case')).toBe('2')
  expect(pageOf('/verdict/recall')).toBe('1')
  await expect.poll(() => pageOf(`/verdict/case/${row.id}/scans`)).toBe('1')
})

test('opens the dialog of a pattern by the link of its notification', async () => {
  const { show } = await setUpDevice({ texts: ['verdict', 'sensor', 'pattern'] })
  show(Screen, `/alerts?open=${pattern.id}`)
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/^One visitor opened 40 codes/)).toBeTruthy()
})

test('asks before the dialog of used-up items is closed with a code that was not marked [VD06]', async () => {
  const { user, show } = await setUpDevice({ texts: ['verdict'] })
  const onClose = vi.fn()
  show(() => <ConsumeDialog open onClose={onClose} />)
  await user.type(await screen.findByRole('textbox'), row.code)
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
