import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Webhook, WebhookDelivery } from '#shared/webhook/contract.ts'
import { Component as WebhooksPage } from './page.tsx'

const [id, at] = ['7d0e2f5e-4f3b-4b52-9a37-0d3a3e0f7a11', '2026-11-27T12:00:00.000Z']
const webhook: Webhook = {
  ...{ id, url: 'https://erp.example/hook', name: '', eventTypes: ['order.done'], isOn: true, stop: null },
  ...{ stoppedAt: null, failingSince: null, oldSecretUntil: null, createdAt: at },
}
const ping: WebhookDelivery = {
  ...{ id, messageId: id, type: 'ping', subject: id, state: 'waiting', attempts: 0, happenedAt: at, nextAttemptAt: at },
  ...{ attemptedAt: null, status: null, milliseconds: null, failure: null, answer: null },
}
const answered: WebhookDelivery = { ...ping, state: 'failed', status: 503, failure: 'status', answer: 'busy' }

let rows: Webhook[] = []
const sent: unknown[] = []
const server = setupServer(
  http.get('*/api/webhooks', () => HttpResponse.json({ rows })),
  http.post('*/api/webhooks', async ({ request }) => {
    sent.push(await request.json())
    rows = [webhook]
    return HttpResponse.json({ ...webhook, secret: 'whsec_c2VjcmV0' })
  }),
  http.post('*/api/webhooks/:id/test', () => HttpResponse.json(ping)),
  http.get('*/api/webhooks/deliveries/:id', () => HttpResponse.json(answered)),
  http.get('*/api/webhooks/:id/deliveries', () => HttpResponse.json({ rows: [answered], total: 1 })),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const showPage = async () => {
  const { show, user } = await setUpDevice({ texts: ['webhook'] })
  show(WebhooksPage, '/settings/webhooks')
  const choose = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions: erp.example/hook' }))
    // The menu takes no choice before it has the focus.
    await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
    await user.click(screen.getByRole('menuitem', { name: action }))
  }
  return { user, choose }
}

test('shows the answer to a ping when it has arrived', async () => {
  rows = [webhook]
  const { user, choose } = await showPage()
  await choose('Send a ping')
  expect(await screen.findByText('Your server did not accept the ping')).toBeTruthy()
  expect(screen.getByText('busy')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('busy')).toBeNull())
})

test('says what to do when a webhook was turned off', async () => {
  rows = [{ ...webhook, isOn: false, stop: 'failing', stoppedAt: at }]
  await showPage()
  expect(await screen.findByText(/no message was accepted for five days/)).toBeTruthy()
  expect(screen.getByText(/Repair your server/)).toBeTruthy()
})

test('adds a webhook with the chosen events, and shows its secret until it was stored', async () => {
  rows = []
  const { user } = await showPage()
  await user.click(await screen.findByRole('button', { name: 'Add your first webhook' }))
  await user.type(await screen.findByLabelText(/^Address/), 'https://erp.example/hook')
  await user.click(screen.getByLabelText('A shipment is created'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeTruthy()
  expect(sent).toEqual([expect.objectContaining({ url: 'https://erp.example/hook', name: '', isOn: true })])
  expect((sent[0] as Webhook).eventTypes).not.toContain('shipment.created')
  await user.click(screen.getByRole('button', { name: 'I have stored it' }))
  await waitFor(() => expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull())
})
