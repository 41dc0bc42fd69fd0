import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offline, requireEngine } from '#client/core/offline/read/queries.ts'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import { session } from '#client/core/session/session-state.ts'
import { saveForm } from '#client/form/save.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { deviceDataOpened, followSession } from './device-data.ts'
import { Component } from './sign-out-page.tsx'

type User = NonNullable<ReturnType<typeof session.getState>['user']>
const user = { id: '0193a000-0000-7000-8000-000000000001', merchantId: '0193a000-0000-7000-8000-000000000009' } as User
const other = { ...user, id: '0193a000-0000-7000-8000-000000000002' }

test('asks about unsent work on sign-out even while the database is opening [OF03]', async () => {
  const device = await setUpDevice({ texts: ['sync'] })
  session.setState({ user })
  followSession()
  await deviceDataOpened()
  const unsaved = { name: 'Tea', custom_id_label: 'Batch', sections: [], revision: 0 }
  await saveForm(undefined, unsaved)
  expect(await requireEngine().db.outbox.count()).toBe(1)

  // As after a reload: the database opens again while the session changes.
  session.setState({ status: 'signedOut' })
  await deviceDataOpened()
  session.setState({ status: 'signedIn' })
  session.setState({ token: 'another' })
  expect(offline.getState().engine).toBeUndefined()
  const router = device.show(Component, '/signout')
  expect(await screen.findByText(/^1 record exists only on this device\./)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/signout')
})

test.each([
  ['fails', () => Promise.reject(new Error('the disk failed'))],
  ['takes long', () => new Promise<never>(() => undefined)],
])('signs out when a sync after a renewed session %s', async (_, resume) => {
  const device = await setUpDevice({ texts: ['sync'] })
  session.setState({ user: other })
  followSession()
  await deviceDataOpened()
  requireEngine().resume = resume
  offlineStatus.setState({ paused: 'signIn' })
  session.setState({ token: 'renewed' })
  const router = device.show(Component, '/signout')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('asks to reload before the sign-out when a newer version in another tab has closed unsent work [OF03]', async () => {
  const device = await setUpDevice({ texts: ['sync'] })
  session.setState({ user })
  followSession()
  await deviceDataOpened()
  await saveForm(undefined, { name: 'Tea', custom_id_label: 'Batch', sections: [] })
  requireEngine().db.close({ disableAutoOpen: true })
  const router = device.show(Component, '/signout')
  expect(await screen.findByText(/Reload the page before you sign out/)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/signout')
  await device.user.click(screen.getByRole('button', { name: 'Keep on this device' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('signs out when a newer version in another tab has closed the data and everything is sent', async () => {
  const device = await setUpDevice({ texts: ['sync'] })
  session.setState({ user: other })
  followSession()
  await deviceDataOpened()
  requireEngine().db.close({ disableAutoOpen: true })
  const router = device.show(Component, '/signout')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
