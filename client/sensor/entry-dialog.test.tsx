import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import type { SessionState } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { EntryDialog } from './entry-dialog.tsx'

const id = '0193a000-0000-7000-8000-000000000011'
const server = setupServer(
  http.get('*/api/sensor', () =>
    HttpResponse.json({ rows: [{ id, name: 'Attic', type: 'temperature', unit: '°C' }], total: 1 }),
  ),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

test('explains a value out of range, and asks before it discards it [SE01]', async () => {
  const { show, user } = await setUpDevice({ texts: ['sensor'] })
  session.setState({ user: { features: ['temperature'] } as SessionState['user'] })
  show(() => <EntryDialog onClose={() => expect.unreachable('closed without a question')} />)
  await user.type(await screen.findByLabelText(/^Value/), '2000')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The value is out of range: -200 to 1,000')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
})
