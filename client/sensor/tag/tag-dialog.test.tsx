import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import type { SessionState } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { TagDialog } from './tag-dialog.tsx'

const sensor = (id: number, type: string, unit: string) => ({
  id: `0193a000-0000-7000-8000-00000000000${id}`,
  name: `Store ${id}`,
  type,
  unit,
})
const sensors = [sensor(1, 'temperature', '°F'), sensor(2, 'temperature', '°C'), sensor(3, 'humidity', '%RH')]
const full = { model: '', location: '', threshold: null, minimum: null, alarmMinutes: 0, alarmTotalMinutes: null }
const listed = { ...full, alarmMails: true, lastUpdatedAt: null, online: false, average: [], logs: [] }
const asListed = (one: ReturnType<typeof sensor>) => ({ ...one, ...listed, createdAt: '2026-05-03T08:00:00.000Z' })
const rows = sensors.map(asListed)
const server = setupServer(http.get('*/api/sensor', () => HttpResponse.json({ rows, total: rows.length })))
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  server.resetHandlers()
})
afterAll(() => server.close())

/** A phone to which tags with these contents are held, one for each read. */
function phone(...contents: (object[] | string | undefined)[]) {
  class Reader extends EventTarget {
    async scan() {
      const content = contents.shift()
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      const record = { recordType: 'mime', mediaType: 'application/senml+json' }
      const records = text ? [{ ...record, data: new DataView(new TextEncoder().encode(text).buffer) }] : []
      const tag = { serialNumber: '04:a2:24', message: { records } }
      queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('reading'), tag)))
    }
  }
  vi.stubGlobal('NDEFReader', Reader)
}

async function shown(sensorId?: string) {
  const device = await setUpDevice({ texts: ['sensor', 'sensorTag', 'scan'] })
  session.setState({ user: { features: ['temperature'] } as SessionState['user'] })
  const onClose = vi.fn()
  device.show(() => <TagDialog onClose={onClose} {...(sensorId && { sensorId })} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Readings of a tag' }))
  const readTag = async () => device.user.click(await dialog.findByRole('button', { name: 'Read an NFC tag' }))
  return { ...device, dialog, onClose, readTag }
}

const bt = Date.UTC(2026, 4, 3, 8) / 1000
const twoSeries = [
  { bn: 'urn:dev:ow:10e2073a01080063:', bt, n: 'temp', u: 'Cel', v: 5 },
  { n: 'temp', u: 'Cel', t: -600, v: 10 },
  { n: 'hum', u: '%RH', v: 61 },
  { n: 'battery', u: 'V', v: 3 },
]

test('shows the content of a tag, and saves each series for a sensor, in its unit [SE01 OF02]', async () => {
  phone(twoSeries)
  const { dialog, readTag, user, onClose, engine } = await shown()
  await readTag()
  expect(await dialog.findByText(/^2 readings from .*, 5 °C to 10 °C$/)).toBeTruthy()
  expect(dialog.getByText(/^1 reading of .*: 61 %RH$/)).toBeTruthy()
  expect(dialog.getByText('Tag 04A224')).toBeTruthy()
  expect(dialog.getByText('Record 4: unit V, which no sensor measures here')).toBeTruthy()
  // Two sensors measure temperatures, so a person has to choose.
  const select = (name: RegExp) => dialog.findByLabelText<HTMLSelectElement>(name)
  await waitFor(async () => expect((await select(/^Sensor for .*hum/)).value).toBe(sensors[2]!.id))
  const temperature = await select(/^Sensor for .*temp/)
  await user.click(dialog.getByRole('button', { name: 'Save readings (1)' }))
  expect(await dialog.findByText('Please select an ID')).toBeTruthy()
  await user.selectOptions(temperature, 'Temperature · Store 1')
  await user.click(dialog.getByRole('button', { name: 'Save readings (3)' }))
  expect(await screen.findByText(/^Saved on this device: 3/)).toBeTruthy()
  expect(onClose).toHaveBeenCalled()
  const sets = (await engine.db.records.toArray()).map(({ data }) => data)
  const [last, first] = [bt, bt - 600].map((seconds) => seconds * 1000)
  const measuredAt = new Date(last!).toISOString()
  expect(sets).toEqual(
    expect.arrayContaining([
      {
        sensorId: sensors[0]!.id,
        name: 'Store 1',
        tag: '04A224',
        value: 41,
        measuredAt,
        others: { at: [first], value: [50] },
      },
      { sensorId: sensors[2]!.id, name: 'Store 3', tag: '04A224', value: 61, measuredAt },
    ]),
  )
})

test('offers the sensor of the log for the first series that fits, and saves no other series [SE01]', async () => {
  phone([{ n: 'a', u: 'Cel', v: 4 }, ...twoSeries.slice(2).map((one) => ({ bn: 'x:', ...one }))])
  const { dialog, readTag } = await shown(sensors[1]!.id)
  await readTag()
  const select = (name: RegExp) => dialog.findByLabelText<HTMLSelectElement>(name)
  await waitFor(async () => expect((await select(/^Sensor for a/)).value).toBe(sensors[1]!.id))
  expect((await select(/^Sensor for x:hum/)).value).toBe('none')
  expect(dialog.getByText(/^This tag has no clock/)).toBeTruthy()
})

test('finds an unlisted sensor, and chooses none by itself, when there are more sensors than listed [SE01]', async () => {
  const [attic, cellar] = [asListed(sensor(4, 'temperature', '°C')), asListed(sensor(5, 'humidity', '%RH'))]
  server.use(
    http.get('*/api/sensor', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search')
      return HttpResponse.json(search ? { rows: [cellar], total: 1 } : { rows: [attic], total: 201 })
    }),
  )
  phone(twoSeries)
  const { dialog, readTag, user, engine } = await shown()
  await readTag()
  const search = await dialog.findByRole('searchbox', { name: 'Search: Sensor' })
  const select = (name: RegExp) => dialog.getByLabelText<HTMLSelectElement>(name)
  expect([select(/^Sensor for .*temp/).value, select(/^Sensor for .*hum/).value]).toEqual(['', ''])
  await user.selectOptions(select(/^Sensor for .*temp/), 'Temperature · Store 4')
  await user.type(search, 'cellar')
  await dialog.findByRole('option', { name: 'Humidity · Store 5' })
  await user.selectOptions(select(/^Sensor for .*hum/), 'Humidity · Store 5')
  expect(select(/^Sensor for .*temp/).value).toBe(attic.id)
  await user.click(dialog.getByRole('button', { name: 'Save readings (3)' }))
  const saved = async () => {
    const records = await engine.db.records.toArray()
    return records.map(({ data }) => (data as { sensorId: string }).sensorId)
  }
  await expect.poll(saved).toEqual(expect.arrayContaining([attic.id, cellar.id]))
})

test('reports the error of a tag, and reads the next tag [SE01]', async () => {
  phone(undefined, '[{"n":"a","v":1},{"n":"a","v":"1"}]', [{ n: 'a', u: 'lx', v: 4 }])
  const { dialog, readTag } = await shown()
  await readTag()
  expect(await dialog.findByText('This tag holds no readings, only its number.')).toBeTruthy()
  await readTag()
  expect(await dialog.findByText('Record 2: the field v has a wrong type.')).toBeTruthy()
  await readTag()
  expect(await dialog.findByText(/^There is no sensor for values in lux yet/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Save/ }).disabled).toBe(true)
})

test('offers other ways when the browser cannot read tags, and reads a file [SE01]', async () => {
  const { dialog, user } = await shown(sensors[2]!.id)
  expect(await dialog.findByText('This browser cannot read NFC tags. Chrome on Android can.')).toBeTruthy()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File([JSON.stringify(twoSeries)], 'crate.senml', { type: 'application/senml+json' }))
  expect(await dialog.findByText(/^1 reading of .*: 61 %RH$/)).toBeTruthy()
})
