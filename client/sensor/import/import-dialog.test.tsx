import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { useState } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { maxReadings } from '#shared/sensor/contract.ts'
import { Component as ImportDialog } from './import-dialog.tsx'
import type { PackedLog } from './packed-log.ts'
import { guessFormat } from './table/guess-format.ts'

const length = 3 * maxReadings
const log: PackedLog = {
  times: Float64Array.from({ length }, (_, minute) => Date.parse('2026-05-03T08:00:00Z') + minute * 60_000),
  values: new Float64Array(length).fill(4),
  min: 4,
  max: 4,
  refused: [],
  refusedCount: 0,
  headingLines: 1,
  hasRepeatedHour: false,
  isDescending: false,
}
vi.mock('./log-file.ts', () => ({
  openLogFile: async ({ name }: File) => ({
    kind: 'log',
    name,
    format: guessFormat(['Time;Temp °C', '2026-05-03 08:00;4'], 'temperature'),
    read: async () => log,
    close() {},
  }),
}))

const calls: (() => void)[] = []
const server = setupServer(
  http.post('*/api/sensor/:id/log', async () => {
    await new Promise<void>((answer) => calls.push(answer))
    return HttpResponse.json({ stored: maxReadings, known: 0, conflicts: 0, conflicting: [] })
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

const onClose = vi.fn()
function Page() {
  const [isOpen, setOpen] = useState(true)
  const sensor = { id: '01985b00-0000-7000-8000-000000000001', name: 'Store', type: 'temperature', unit: '°C' } as const
  const close = () => {
    onClose()
    setOpen(false)
  }
  return isOpen && <ImportDialog sensor={sensor} onClose={close} />
}

test('sends no further readings, and says how many were imported, when the import is discarded [SE01]', async () => {
  const { user, show } = await setUpDevice({ texts: ['sensor', 'sensorImport', 'file'] })
  show(Page, '/sensor')
  const input = await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]')!)
  await user.upload(input, new File(['a log'], 'log.csv', { type: 'text/csv' }))
  const send = await screen.findByRole('button', { name: 'Import 30,000 readings' })
  await waitFor(() => expect(send).toHaveProperty('disabled', false))
  await user.click(send)
  await waitFor(() => expect(calls).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  calls[0]!()
  expect(await screen.findByText('10,000 readings imported, 0 known already')).toBeTruthy()
  expect(calls).toHaveLength(1)
  expect(onClose).toHaveBeenCalledTimes(1)
})
