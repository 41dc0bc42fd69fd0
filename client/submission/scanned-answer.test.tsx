import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formEntity } from '#shared/form/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { fieldDevice } from './field-device.fixture.ts'
import { Component } from './page.tsx'

const code = vi.hoisted(() => ({ text: '' }))
vi.mock('#client/scan/camera/use-camera.ts', () => ({ useCamera: () => ({ state: { step: 'on' }, pause() {} }) }))
vi.mock('#client/scan/camera/camera-controls.tsx', () => ({ CameraControls: () => null }))
vi.mock('#client/scan/camera/camera-view.tsx', () => ({
  CameraView: ({ onText }: { onText: (text: string) => void }) => (
    <button type="button" onClick={() => onText(code.text)}>
      Read the code
    </button>
  ),
}))

async function openEntry() {
  const device = await fieldDevice({ texts: ['submission', 'scan'] })
  const flags = { prefix: '', suffix: '', share: false, required: false, active: true }
  const questions = [{ ...flags, id: uuid7(), name: 'Parcel', datatype: 'barcode', sequence: 1 }]
  const sections = [{ id: uuid7(), name: 'Only', sequence: 1, sensors: [], questions }]
  const set = { name: 'Parcels', custom_id_label: '', sections }
  const { recordId: formId } = await device.engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  const id = await device.begin('P-1', { formId })
  device.show(Component, `/submission?entry=${id}`)
  const scan = async (text: string) => {
    code.text = text
    await device.user.click(await screen.findByRole('button', { name: 'Read the code' }))
    return screen.findByRole('textbox', { name: 'Parcel' })
  }
  return scan
}

test('takes a scanned code as one line without characters that cannot be stored [SU02]', async () => {
  const scan = await openEntry()
  expect(await scan('\0Line 1\r\nLine 2\u0085Line 3\u001d4\0 ')).toHaveProperty('value', 'Line 1 Line 2 Line 3\u001d4')
})

test('keeps a scanned code that is too long whole, and says so at once [SU02]', async () => {
  const scan = await openEntry()
  expect(await scan('x'.repeat(501))).toHaveProperty('value', 'x'.repeat(501))
  await screen.findByText(/^Parcel: .*500/)
  expect(await scan('short')).toHaveProperty('value', 'short')
  expect(screen.queryByText(/^Parcel: /)).toBeNull()
})
