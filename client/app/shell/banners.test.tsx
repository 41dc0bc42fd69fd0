import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { formEntity } from '#shared/form/record.ts'
import { Banners } from './banners.tsx'

const viewer: Viewer = {
  role: 'merchant',
  isAdmin: false,
  demo: false,
  emailConfirmed: true,
  hasPassword: true,
  email: 'ada@tea.example',
  merchant: 'TEA',
  features: [],
}

test('asks to reload, also for a failed save, when a newer version in another tab has closed the data', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }))
  const { engine, show, storage } = await setUpDevice({ texts: ['sync'], answer: () => 'away' })
  show(() => <Banners viewer={viewer} />)
  expect(screen.queryByTestId('storage-alert')).toBeNull()
  const newer = storage.indexedDB.open(engine.db.name, 990)
  await new Promise((resolve) => Object.assign(newer, { onsuccess: resolve }))
  newer.result.close()
  const banner = await screen.findByTestId('storage-alert')
  expect(banner.textContent).toContain('can no longer save')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  showErrorOnFailure(engine.enqueue({ entity: formEntity, kind: 'create', set: { name: 'Tea' }, payloadV: 1 }))
  await waitFor(() => expect(screen.getByTestId('notification').textContent).toContain('can no longer save'))
})
