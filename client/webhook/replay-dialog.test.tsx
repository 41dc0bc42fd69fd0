import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

const sent: { from: string; to: string; missedOnly: boolean }[] = []
const server = setupServer(
  http.post('*/api/webhooks/:id/replay', async ({ request }) => {
    sent.push((await request.json()) as (typeof sent)[number])
    return HttpResponse.json({ count: 2 })
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

test('sends the messages again from a typed time until the offered one', async () => {
  const { show, user } = await setUpDevice({ texts: ['webhook'] })
  show(() => <ReplayDialog id="7d0e2f5e-4f3b-4b52-9a37-0d3a3e0f7a11" open onClose={() => undefined} />, '/')
  const fieldOf = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)
  const from = await fieldOf(/^From/)
  for (const input of [from, await fieldOf(/^To/)]) expect(input.value).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  await user.clear(from)
  await user.paste('03/05/2026 10:00')
  await user.click(screen.getByRole('button', { name: 'Send a time range again' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ from: new Date('2026-05-03T10:00').toISOString(), missedOnly: true })
  expect(Math.abs(Date.now() - Date.parse(sent[0]!.to))).toBeLessThan(60_000)
})
