import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { BrandHostView } from '#shared/host/contract.ts'
import { Component as HostPage } from './page.tsx'

const at = '2026-11-27T12:00:00.000Z'
const pending: BrandHostView = {
  id: '7d0e2f5e-4f3b-4b52-9a37-0d3a3e0f7a11',
  host: 'xn--80as4b.brand.example',
  name: 'чай.brand.example',
  ...{ state: 'pending', isPrinted: false, fault: null, found: '', checkedAt: null, isChecking: false },
  ...{ failingSince: null, awaitedUntil: '2099-11-27T12:00:00.000Z', orders: 0, createdAt: at },
  records: [
    { type: 'CNAME', name: 'xn--80as4b.brand.example', value: 'assay.example' },
    { type: 'TXT', name: '_assay-challenge.xn--80as4b.brand.example', value: 'assay-12' },
  ],
}

let rows: BrandHostView[] = []
const sent: unknown[] = []
const server = setupServer(
  http.get('*/api/hosts', () => HttpResponse.json({ official: 'assay.example', rows })),
  http.put('*/api/hosts/:id/print', async ({ request }) => {
    sent.push(await request.json())
    rows = rows.map((row) => ({ ...row, isPrinted: false }))
    return HttpResponse.json(rows[0])
  }),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const showPage = async () => {
  const { show, user } = await setUpDevice({ texts: ['brandHost', 'brandHostFault'] })
  show(HostPage, '/settings/host')
  return user
}

test('says which address new codes contain when there is no custom domain', async () => {
  rows = []
  await showPage()
  expect(await screen.findByText('New codes contain assay.example')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add your domain' })).toBeTruthy()
})

test('shows both forms of a name, its records, and what is wrong', async () => {
  rows = [{ ...pending, fault: 'target', found: 'parked.example', checkedAt: at }]
  await showPage()
  expect(await screen.findByRole('heading', { name: 'чай.brand.example' })).toBeTruthy()
  expect(screen.getByText(/^чай.brand.example does not point to assay.example/)).toBeTruthy()
  expect(screen.getByText('Found: parked.example')).toBeTruthy()
  expect(screen.getByText('_assay-challenge.xn--80as4b.brand.example')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the value of the TXT record' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Put on new codes' })).toBeNull()
})

test('stops printing a domain whose check fails', async () => {
  rows = [{ ...pending, state: 'failing', isPrinted: true, fault: 'certificate', failingSince: at, checkedAt: at }]
  const user = await showPage()
  await user.click(await screen.findByRole('button', { name: 'Stop putting on new codes' }))
  expect(await screen.findByText('New codes contain assay.example.')).toBeTruthy()
  expect(sent).toEqual([{ isPrinted: false }])
})

test('says how many orders contain a domain before it is removed', async () => {
  rows = [{ ...pending, state: 'active', checkedAt: at, orders: 3 }]
  const user = await showPage()
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/^The codes of 3 orders contain this address/)).toBeTruthy()
})
