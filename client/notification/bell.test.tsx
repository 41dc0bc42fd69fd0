import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Notification } from '#shared/notification/contract.ts'
import { Component as Bell } from './bell.tsx'

const at = '2026-05-03T08:42:00.000Z'
const row: Notification = {
  id: '0193a000-0000-7000-8000-0000000000d1',
  kind: 'alert',
  event: 'patternFound',
  subject: '0193a000-0000-7000-8000-0000000000d2',
  name: 'Green Tea',
  detail: '',
  reason: {
    seen: { facts: { kind: 'labels', codes: 40, minutes: 12, at }, firstSerial: 1, lastSerial: 40, codes: 40 },
  },
  createdAt: at,
  readAt: null,
}
const server = setupServer(
  http.get('*/api/notification/unread', () => HttpResponse.json({ unread: 1 })),
  http.get('*/api/notification', () => HttpResponse.json({ rows: [row], total: 1 })),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

test('says why there is an alert, and links to the dialog of its pattern', async () => {
  const { user, show } = await setUpDevice({ texts: ['notification'] })
  show(Bell)
  await user.click(await screen.findByTestId('bell'))
  const sentence = /^One visitor opened 40 codes of this order within 12 min on 3 May 2026/
  const link = (await screen.findByText(sentence)).closest('a')!
  expect(link.getAttribute('href')).toBe(`/alerts?open=${row.subject}`)
})
