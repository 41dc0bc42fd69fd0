import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { coreProblems } from '#shared/core/api/problem.ts'
import { ChainPanel } from './chain-panel.tsx'

const { code: error, status } = coreProblems.unavailable
const intact = { broken: [], entries: 3, streams: 1, checkedAt: '2026-11-21T08:00:00.000Z' }
let isUp = false
const server = setupServer(
  http.get('*/api/*', () =>
    isUp
      ? HttpResponse.json(intact)
      : HttpResponse.json({ error, message: 'The service restarts', reference: 'R', details: {} }, { status }),
  ),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

test('shows the error instead of a check under way when the call fails, until another one succeeds', async () => {
  const { show, user } = await setUpDevice({ texts: ['audit'] })
  show(ChainPanel)
  expect(await screen.findByText(/The service restarts/)).toBeTruthy()
  expect(screen.queryByText('The chain is being checked…')).toBeNull()
  isUp = true
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText(/Entries verified: 3/)).toBeTruthy()
  expect(screen.queryByText(/The service restarts/)).toBeNull()
})
