import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Log } from './log.ts'
import { LogView } from './log-view.tsx'
import { sensorRanges, shipmentRanges, useTimeRange } from './time-range.ts'

const statistics = {
  min: null,
  max: null,
  mean: null,
  mkt: null,
  outOfRangeSeconds: 0,
  unknownSeconds: 0,
  excursions: [],
}
const log = { logs: [], total: 0, unit: '°C', limit: 8, minimum: null, statistics } as unknown as Log

let ranges = sensorRanges
let asked: unknown
const Screen = () => {
  const range = useTimeRange(ranges)
  asked = range.query
  const read = { isError: false, refetch: () => undefined }
  return (
    <LogView name="R-1" back="/" range={range} log={log} read={read} sections={<p>The reports</p>}>
      {null}
    </LogView>
  )
}

test.each([
  { of: 'shipment', ranges: shipmentRanges, label: 'This Week', query: { startTime: expect.any(String) } },
  { of: 'sensor', ranges: sensorRanges, label: 'This Week', query: { startTime: expect.any(String) } },
])('begins the log of a $of with $label, and shows the reports when it has no readings [LO01]', async (row) => {
  const { show } = await setUpDevice({ texts: ['sensor'] })
  ranges = row.ranges
  show(Screen)
  const select = (await screen.findByRole('combobox', { name: 'Range' })) as HTMLSelectElement
  expect(select.selectedOptions[0]?.textContent).toBe(row.label)
  expect(asked).toEqual(row.query)
  expect(screen.getByText('No records to display')).toBeTruthy()
  expect(screen.getByText('The reports')).toBeTruthy()
})
