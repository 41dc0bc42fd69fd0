import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Passkey } from '#shared/auth/passkey/contract.ts'
import { PasskeysPanel } from './passkeys-panel.tsx'

const laptop: Passkey = {
  ...{ id: '0193a000-0000-7000-8000-000000000003', name: 'Laptop', backedUp: true },
  ...{ createdAt: '2026-11-20T08:00:00.000Z', lastUsedAt: null },
}
const phone = { ...laptop, id: '0193a000-0000-7000-8000-000000000004', name: 'Phone', backedUp: false }

let stored: Passkey[] = []
const server = setupServer(
  http.get('*/api/auth/passkeys', () => HttpResponse.json(stored)),
  http.put('*/api/auth/passkeys/:id', async ({ params, request }) => {
    const { name } = (await request.json()) as { name: string }
    stored = stored.map((one) => (one.id === params.id ? { ...one, name } : one))
    return HttpResponse.json({ ok: true })
  }),
  http.delete('*/api/auth/passkeys/:id', ({ params }) => {
    stored = stored.filter(({ id }) => id !== params.id)
    return HttpResponse.json({ ok: true })
  }),
)
beforeAll(() => server.listen())
beforeEach(() => {
  stored = [laptop, phone]
})
afterEach(() => {
  queryClient.clear()
  server.resetHandlers()
  vi.unstubAllGlobals()
})
afterAll(() => server.close())

const viewer = { emailConfirmed: true, hasPassword: true } as Viewer

async function open(about: Partial<Viewer> = {}, isSupported = true) {
  const device = await setUpDevice({ texts: ['passkey', 'auth'] })
  if (isSupported) vi.stubGlobal('PublicKeyCredential', class {})
  device.show(() => <PasskeysPanel viewer={{ ...viewer, ...about }} />)
  return device
}

test('says of each passkey whether it is copied and whether it was used', async () => {
  await open()
  const [first, second] = within(await screen.findByRole('list', { name: 'Passkeys' })).getAllByRole('listitem')
  expect(first!.textContent).toMatch(/Laptop.*Copied between your devices.*Not used yet/)
  expect(second!.textContent).toMatch(/Phone.*On one device/)
})

test('renames and removes a passkey', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Rename: Laptop' }))
  const name = await screen.findByLabelText(/^Name/)
  await user.clear(name)
  await user.type(name, 'Old laptop')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Old laptop')

  await user.click(await screen.findByRole('button', { name: 'Remove: Phone' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await screen.findByText('The passkey was removed')
  expect(stored.map((one) => one.name)).toEqual(['Old laptop'])
})

test.each([
  ['the browser has no passkeys', {}, false, 'This browser cannot make passkeys at this address.'],
  ['the email is not confirmed', { emailConfirmed: false }, true, 'You can add a passkey once your email is verified.'],
  ['the account has no password', { hasPassword: false }, true, /^Set a password first/],
])('adds none and says why when %s', async (_, about, isSupported, reason) => {
  stored = []
  const { user } = await open(about, isSupported)
  await screen.findByText('You have no passkey yet.')
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  await screen.findByText(reason)
  expect(screen.queryByRole('dialog')).toBeNull()
})
