import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { fakeNfc } from '#client/e2e/scan/scanner-page.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { demoRooms } from '#scripts/seed/sensors.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { closeOtherAlerts, merchantSender } from './field-work.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const minuteMs = 60_000

test('adds a sensor, alerts, shows its log, and names it in a form [SE01 FO01]', async ({ page, baseURL }) => {
  await closeOtherAlerts(page, 'Cold store 7')
  await signInAsMerchant(page, { at: '/sensor' })
  await button(page, 'Add sensor').click()
  const dialog = page.getByRole('dialog', { name: 'New sensor' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cold store 7')
  await dialog.getByRole('textbox', { name: 'Location' }).fill('Port Klang')
  await dialog.getByRole('spinbutton', { name: 'Threshold' }).fill('8')
  await dialog.getByRole('button', { name: 'Add sensor' }).click()
  const row = page.getByRole('row', { name: /Cold store 7/ })
  await expect(row).toContainText('No data yet')

  const api = createApi(sensorContract, await merchantSender(baseURL!))
  const { rows } = await api.list({ query: { limit: 50 } })
  const { id } = rows.find(({ name }) => name === 'Cold store 7')!
  const now = Date.now()
  // Two hours below the limit, then an hour above it: the alert compares the average of the current hour of the clock.
  const logs = Array.from({ length: 180 }, (_, at) => ({
    value: at < 120 ? 5 + Math.sin(at / 9) : 9.5,
    createdAt: new Date(now - (179 - at) * minuteMs).toISOString(),
  }))
  await api.addReadings({ params: { id }, body: { logs } })

  await page.reload()
  const alert = page.getByRole('alertdialog').filter({ hasText: 'Cold store 7' })
  await expect(alert).toContainText('Your temperature in Port Klang is above threshold')
  await alert.getByRole('link', { name: 'View log' }).click()

  await expect(page).toHaveURL(/sensorId=.*name=Cold\+store\+7/)
  await expect(page.getByRole('heading', { name: 'Log of Cold store 7' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('9.5 °C')
  const chart = page.getByRole('slider')
  await expect(chart).toHaveAttribute('aria-valuetext', /9\.5 °C, at or above the limit$/)
  await chart.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', /: 5 °C$/)
  await expect(page.getByRole('table', { name: 'Readings' }).getByText('at or above the limit').first()).toBeAttached()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Range' }).selectOption('This Year')
  await expect(page).toHaveURL(/range=1y/)
  await expect(chart).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(row).toContainText('Online')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto('/form?edit=new')
  await page.getByRole('textbox', { name: 'Template Name' }).fill('Walk of a sensor')
  await button(page, 'Add section').click()
  await page.getByRole('combobox', { name: 'Add sensor' }).selectOption('Temperature · Cold store 7')
  const chosen = page.getByRole('list', { name: 'Sensors' }).getByRole('listitem')
  await expect(chosen).toContainText('Cold store 7')
  await chosen.getByText('Share with shoppers').click()
  await button(page, 'Save').click()
  await expect(page.getByRole('row', { name: /Walk of a sensor/ })).toContainText('Synced')
})

test('keeps a reading that is typed without a connection, and sends it later [OF02 SE01]', async ({
  page,
  context,
  baseURL,
}) => {
  const api = createApi(sensorContract, await merchantSender(baseURL!))
  const name = `Cellar ${Date.now().toString(36)}`
  const { id } = await api.create({ body: { name, type: 'temperature', unit: '°C', threshold: 8 } })
  await closeOtherAlerts(page, name)
  // The names for the dialog arrive with a list of their own.
  const named = page.waitForResponse((answer) => answer.url().includes('/api/sensor?limit=200') && answer.ok())
  await signInAsMerchant(page, { at: '/sensor' })
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await named
  await context.setOffline(true)
  await button(page, 'Type a reading').click()
  const dialog = page.getByRole('dialog', { name: 'Type a reading' })
  await dialog.getByRole('combobox', { name: 'Sensor' }).selectOption(`Temperature · ${name}`)
  await dialog.getByRole('spinbutton', { name: 'Value (°C)' }).fill('4.5')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Reading saved')).toBeVisible()
  expect((await api.readings({ params: { id }, query: {} })).total).toBe(0)
  await context.setOffline(false)
  await expect
    .poll(async () => (await api.readings({ params: { id }, query: {} })).rows, { timeout: 60_000 })
    .toMatchObject([{ value: 4.5 }])
})

test('reads the readings of a tag twice without a connection, and each arrives once [OF02 OF04 SE01]', async ({
  page,
  context,
  baseURL,
}) => {
  const api = createApi(sensorContract, await merchantSender(baseURL!))
  const name = `Crate ${Date.now().toString(36)}`
  const { id } = await api.create({ body: { name, type: 'temperature', unit: '°C', threshold: 8 } })
  await closeOtherAlerts(page, name)
  const bt = Math.floor(Date.now() / 1000) - 7200
  const later = Array.from({ length: 99 }, (_, n) => ({ n: 'temp', t: (n + 1) * 60, v: 4.5 }))
  const pack = [{ bn: 'urn:dev:ow:10e2073a01080063:', bt, bu: 'Cel', n: 'temp', v: 9.5 }, ...later]
  await page.addInitScript(fakeNfc, JSON.stringify(pack))
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsMerchant(page, { at: `/sensor?${new URLSearchParams({ sensorId: id, name })}` })
  await expect(page.getByRole('heading', { name: `Log of ${name}` })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Readings of a tag' })
  const readTag = async () => {
    await button(page, 'Read from tag').click()
    await dialog.getByRole('button', { name: 'Read an NFC tag' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: '100 readings from' })).toContainText('4.5 °C to 9.5 °C')
  }
  // The names for the dialog arrive with a list of their own, which the device stores.
  await button(page, 'Read from tag').click()
  const storedNames = () => Object.entries(localStorage).find(([key]) => key.includes('known-sensors'))?.[1] ?? ''
  await expect.poll(() => page.evaluate(storedNames), { timeout: 60_000 }).toContain(id)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await context.setOffline(true)
  for (const time of ['first', 'second']) {
    await readTag()
    await expect(dialog.getByRole('combobox', { name: 'Sensor' })).toHaveValue(id)
    if (time === 'first') expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save readings (100)' }).click()
    await expect(dialog).toBeHidden()
  }
  expect((await api.readings({ params: { id }, query: {} })).total).toBe(0)
  await context.setOffline(false)
  const total = async () => (await api.readings({ params: { id }, query: {} })).total
  await expect.poll(total, { timeout: 60_000 }).toBe(100)
  await page.reload()
  await expect(page.getByRole('slider')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('9.5 °C')
  expect(await total()).toBe(100)
})

test('imports the file of a data logger after showing how it was understood [SE01]', async ({ page, baseURL }) => {
  const api = createApi(sensorContract, await merchantSender(baseURL!))
  const name = `Truck ${Date.now().toString(36)}`
  const { id } = await api.create({ body: { name, type: 'temperature', unit: '°C', threshold: 8 } })
  await signInAsMerchant(page, { at: `/sensor?${new URLSearchParams({ sensorId: id, name })}` })
  await button(page, 'Import CSV').click()
  const dialog = page.getByRole('dialog', { name: `Import readings of ${name}` })
  const lines = ['Gerät;TL-9', '', 'Nr;Zeitstempel;Temperatur °C', '1;03.05.2026 10:00;4,5', '2;03.05.2026 10:10;9,5']
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'logger.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
  })
  await expect(dialog.getByRole('combobox', { name: 'Separator' })).toHaveValue(';')
  await expect(dialog.getByRole('combobox', { name: 'Order of dates' })).toHaveValue('dmy')
  await expect(dialog.getByRole('combobox', { name: /^Column of the value/ })).toHaveValue('2')
  await dialog.getByRole('combobox', { name: /^Time zone/ }).selectOption('Asia/Kuala_Lumpur')
  await expect(dialog.getByRole('status')).toContainText('2 readings from')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 2 readings' }).click()
  await expect(page.getByText('2 readings imported, 0 known already')).toBeVisible()
  const { rows } = await api.readings({ params: { id }, query: {} })
  expect(rows.map(({ createdAt }) => createdAt)).toEqual(['2026-05-03T02:10:00.000Z', '2026-05-03T02:00:00.000Z'])
})

test('asks what a logger file does not say before it imports anything [SE01]', async ({ page, baseURL }) => {
  const api = createApi(sensorContract, await merchantSender(baseURL!))
  const name = `Probe ${Date.now().toString(36)}`
  const { id } = await api.create({ body: { name, type: 'temperature', unit: '°C', threshold: 8 } })
  await signInAsMerchant(page, { at: `/sensor?${new URLSearchParams({ sensorId: id, name })}` })
  await button(page, 'Import CSV').click()
  const dialog = page.getByRole('dialog', { name: `Import readings of ${name}` })
  const lines = [
    '03/02/2026 08:00 PM 55 39.2 14.0',
    '03/02/2026 08:10 PM 56 41 13.8',
    '03/02/2026 08:20 PM 57 --- 13.6',
  ]
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'probes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n')),
  })
  const questions = dialog.getByRole('region', { name: 'Please choose' })
  const choose = (label: RegExp) => questions.getByRole('combobox', { name: label })
  const send = dialog.getByRole('button', { name: /^Import \d+ readings$/ })
  await expect(send).toBeDisabled()
  expect(await accessibilityViolations(page)).toEqual([])
  await choose(/^Column of the value/).selectOption({ label: 'Column 5: 39.2 · 41 · ---' })
  await choose(/^Unit of the file/).selectOption('°F')
  await choose(/^Order of dates/).selectOption('mdy')
  await expect(questions).toBeHidden()
  await dialog.getByRole('combobox', { name: /^Time zone/ }).selectOption('UTC+01:00')
  await expect(dialog.getByText('Lines: 3. Headings: 0, readings: 2, refused: 1.')).toBeVisible()
  await expect(dialog.getByText('Line 3 (03/02/2026 08:20 PM 57 --- 13.6)')).toBeVisible()
  await send.click()
  await expect(page.getByText('2 readings imported, 0 known already')).toBeVisible()
  const { rows } = await api.readings({ params: { id }, query: { startTime: '2026-03-01T00:00:00Z' } })
  expect(rows.map(({ value, createdAt }) => `${createdAt} ${value}`)).toEqual([
    ...['2026-03-02T19:10:00.000Z 5', '2026-03-02T19:00:00.000Z 4'],
  ])
})

test('shows the sensors of the demo online, because they send readings [SE01]', async ({ baseURL }) => {
  const api = createApi(sensorContract, await merchantSender(baseURL!))
  const { id } = demoRooms[0]!
  await expect.poll(async () => (await api.read({ params: { id } })).online, { timeout: 90_000 }).toBe(true)
})
