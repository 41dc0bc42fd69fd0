import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import type { SessionState } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { ListedSensor, SensorInput } from '#shared/sensor/contract.ts'
import { Component } from './page.tsx'

const measured = '2026-05-03T08:00:00.000Z'
const sensor = (id: number, set: Partial<ListedSensor> = {}): ListedSensor => ({
  id: `0193a000-0000-7000-8000-00000000000${id}`,
  name: `Cold room ${id}`,
  model: 'TL-9',
  type: 'temperature',
  unit: '°C',
  location: 'Penang',
  threshold: 8,
  minimum: null,
  lastUpdatedAt: measured,
  online: true,
  average: [{ value: 5 }],
  createdAt: measured,
  logs: [4, 6].map((value, at) => ({ value, createdAt: new Date(Date.parse(measured) + at * 60_000).toISOString() })),
  alarmMinutes: 0,
  alarmTotalMinutes: null,
  alarmMails: true,
  ...set,
})

let sensors: ListedSensor[] = []
const sent: SensorInput[] = []
const page = (rows: unknown[]) => HttpResponse.json({ rows, total: rows.length })
const server = setupServer(
  http.get('*/api/sensor', ({ request }) => {
    const isAbove = new URL(request.url).searchParams.has('outside')
    const above = sensors.filter(({ average, threshold }) => (average[0]?.value ?? 0) >= (threshold ?? Infinity))
    return page(isAbove ? above : sensors)
  }),
  http.post('*/api/sensor', async ({ request }) => {
    sent.push((await request.json()) as SensorInput)
    sensors = [sensor(9, sent.at(-1)! as Partial<ListedSensor>)]
    return HttpResponse.json(sensors[0])
  }),
  http.get('*/api/sensor/:id/log', () => {
    const statistics = { min: 4, max: 9.5, mean: 6.5, mkt: 6.62, outOfRangeSeconds: 2520, unknownSeconds: 0 }
    const excursions = [{ side: 'above', from: measured, to: '2026-05-03T08:42:00.000Z', peak: 9.5 }]
    const { id, name, type, unit, location, threshold, logs } = sensor(1)
    const log = { id, name, type, unit, location, threshold, logs, total: 2, statistics: { ...statistics, excursions } }
    return HttpResponse.json(log)
  }),
  http.get('*/api/sensor/log/:id', () =>
    page([
      { value: 9.5, createdAt: '2026-05-03T08:01:00.000Z' },
      { value: 8, createdAt: measured },
      { value: 7.99, createdAt: '2026-05-03T07:59:00.000Z' },
    ]),
  ),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  sent.length = 0
})
afterAll(() => server.close())

async function shown(path = '/sensor') {
  const device = await setUpDevice({ texts: ['sensor', 'sensorImport'] })
  session.setState({ user: { features: ['temperature'] } as SessionState['user'] })
  device.show(Component, path)
  return device
}

test('shows state, threshold with unit and the last 7 days as text, or a next step without them [SE01]', async () => {
  sensors = [sensor(1), sensor(2, { online: false, lastUpdatedAt: null, average: [], logs: [], threshold: null })]
  await shown()
  const table = within(await screen.findByRole('table', { name: 'Sensors' }))
  expect(await table.findByText('Online')).toBeTruthy()
  expect(table.getByText('Offline')).toBeTruthy()
  expect(table.getByText('8 °C')).toBeTruthy()
  expect(table.getByText('Last 7 days: 4 °C to 6 °C, latest 6 °C')).toBeTruthy()
  expect(table.getByText('No readings in the last 7 days')).toBeTruthy()
  const log = table.getByRole('link', { name: 'View log of Cold room 1' })
  expect(log.getAttribute('href')).toBe(`/sensor?sensorId=${sensors[0]!.id}&name=Cold+room+1`)
})

test('adds a sensor whose unit follows its type, with errors beside the fields [SE01]', async () => {
  sensors = []
  const { user } = await shown()
  expect(await screen.findByText('No records to display')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add the first sensor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New sensor' }))
  await user.click(dialog.getByRole('button', { name: 'Add sensor' }))
  expect(await dialog.findByText('Please fill in the name')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Name/), 'Store')
  await user.selectOptions(dialog.getByLabelText(/^Type/), 'Humidity')
  await waitFor(() => expect((dialog.getByLabelText(/^Unit/) as HTMLSelectElement).value).toBe('%RH'))
  await user.type(dialog.getByLabelText(/^Threshold/), '101')
  await user.click(dialog.getByRole('button', { name: 'Add sensor' }))
  expect(await dialog.findByText('The value is out of range')).toBeTruthy()
  await user.clear(dialog.getByLabelText(/^Threshold/))
  await user.type(dialog.getByLabelText(/^Threshold/), '60')
  await user.click(dialog.getByRole('button', { name: 'Add sensor' }))
  expect(await screen.findByText('Sensor saved')).toBeTruthy()
  expect(sent).toEqual([
    {
      name: 'Store',
      model: '',
      type: 'humidity',
      unit: '%RH',
      location: '',
      threshold: 60,
      minimum: null,
      alarmMinutes: 0,
      alarmTotalMinutes: null,
      alarmMails: true,
    },
  ])
})

test('alerts for each sensor at or above its threshold, once for each visit [SE01]', async () => {
  sensors = [sensor(3, { average: [{ value: 8 }] }), sensor(4, { average: [{ value: 9 }] }), sensor(5)]
  const { user, show } = await shown()
  const alert = async () => within(await screen.findByRole('alertdialog'))
  expect((await alert()).getByText('Your temperature in Penang is above threshold')).toBeTruthy()
  expect((await alert()).getByText(/Cold room 3/)).toBeTruthy()
  await user.click((await alert()).getByRole('button', { name: 'Close' }))
  expect(await screen.findByText(/^Cold room 4\. Latest average 9 °C/)).toBeTruthy()
  await user.click((await alert()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  show(Component, '/sensor')
  expect(await screen.findByText('Cold room 3')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('opens the log by its URL: statistics, excursions and highlighted values at or above the limit [SE01]', async () => {
  await shown(`/sensor?sensorId=${sensor(1).id}&name=Cold+room+1`)
  expect(await screen.findByRole('heading', { name: 'Log of Cold room 1' })).toBeTruthy()
  const statistics = within(await screen.findByRole('region', { name: 'Statistics' }))
  expect(statistics.getByText('6.62 °C')).toBeTruthy()
  expect(statistics.getByText('42 min')).toBeTruthy()
  expect(statistics.getByText(/Peak 9.5 °C/)).toBeTruthy()
  const table = within(await screen.findByRole('table', { name: 'Readings' }))
  expect((await table.findAllByText('at or above the limit')).map((mark) => mark.parentElement!.textContent)).toEqual([
    '9.5 °Cat or above the limit',
    '8 °Cat or above the limit',
  ])
  expect(table.getByText('7.99 °C')).toBeTruthy()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Range' }).value).toBe('1w')
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/sensor')
  const chart = await screen.findByRole('slider')
  expect(chart.getAttribute('aria-valuetext')).toContain('6 °C')
})
