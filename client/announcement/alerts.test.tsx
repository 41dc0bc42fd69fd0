import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { Outlet, Route, Routes } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Component as Announcements } from './alerts.tsx'

const balance = { usedCodes: 0, remainingCodes: 5, remainingDays: 3, validity: 14, trial: true, isActive: true }
const server = setupServer(
  http.get('*/api/announcement', () =>
    HttpResponse.json([
      { kind: 'notice', text: 'Maintenance on Sunday' },
      { kind: 'credit', balance },
    ]),
  ),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const Frame = () => (
  <QueryClientProvider client={queryClient}>
    <Announcements isDemo={false} />
    <Outlet />
  </QueryClientProvider>
)
const Console = () => (
  <Routes>
    <Route element={<Frame />}>
      <Route index element={<h1>Root</h1>} />
      <Route path="announcements" element={null} />
    </Route>
  </Routes>
)

test('shows announcements as dismissible alerts, and again after the /announcements route [AU07 SH15]', async () => {
  const { user, show } = await setUpDevice({ texts: ['billing'] })
  const router = show(Console)
  const trial = await screen.findByText('Your free trial ends in 3 days')
  expect(trial.getAttribute('href')).toBe('/settings/credit')
  await user.click(screen.getByRole('button', { name: /Maintenance/ }))
  await waitFor(() => expect(screen.queryByText('Maintenance on Sunday')).toBeNull())
  expect(screen.getByText('Your free trial ends in 3 days')).toBeTruthy()
  await router.navigate('/announcements')
  expect(await screen.findByText('Maintenance on Sunday')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
  expect(screen.getByRole('heading', { name: 'Root' })).toBeTruthy()
})
