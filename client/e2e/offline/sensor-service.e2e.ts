import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { fakeNfc } from '#client/e2e/scan/scanner-page.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import type { TagFault } from '#scripts/sensors/answer.ts'
import { logisticContract } from '#shared/logistic/contract.ts'
import { logisticLogContract } from '#shared/logistic/log-contract.ts'
import { merchantSender } from './field-work.ts'
import { type SensorService, sensorServiceOf } from './sensor-service.ts'
import { csv, inactiveCodes, rowOf } from './shipments.ts'

/** Seconds between two readings of a tag. */
const interval = 600
/** Makes names unique between runs on the same Assay. */
const run = Date.now().toString(36)
const [tag, recipient] = [`TAG-${run}`, `Frozen Goods ${run}`]
const startedAt = Math.floor(Date.now() / 1000) - 6 * 3600
const failed = 'Error calling the temp data'
/** An expired token is denied with 401 by some services and with 403 by others. */
const faults = ['garbage', '401', '403', 'hang'] as const satisfies TagFault[]

let service: SensorService
test.beforeEach(({ assay }) => {
  service = sensorServiceOf(assay)
})
test.afterEach(() => service.fail('none'))

test('reports unreadable tags, and catches up, after each failure of the sensor service [LO03 LO01]', async ({
  page,
  baseURL,
}) => {
  const send = await merchantSender(baseURL!)
  const [code] = (await inactiveCodes(baseURL!)).slice(8)
  let readings = 7
  /** The tag has recorded `readings` values until now. */
  const record = () => service.record(tag, startedAt, startedAt + (readings - 1) * interval)
  await record()

  await service.fail('closed')
  await test.step('a shipment is saved while the service is down, with the typed number of its tag', async () => {
    await signInAsMerchant(page, { at: '/logistic' })
    await page.getByRole('button', { name: 'Add shipment' }).click()
    await page.getByRole('button', { name: 'Sensor started' }).click()
    await expect(page.getByText('The started tags cannot be listed now')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByLabel('Recipient').fill(recipient)
    await page.getByRole('textbox', { name: 'Sensor ID' }).fill(tag)
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.locator('input[type=file]').setInputFiles(csv([code!]))
    await page.getByRole('button', { name: /^Save shipment/ }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(rowOf(page, recipient).getByText('Synced', { exact: true })).toBeVisible({ timeout: 60_000 })
  })
  const shipments = await createApi(logisticContract, send).list({ query: { limit: 100 } })
  const { id } = shipments.rows.find((one) => one.recipient === recipient)!
  const api = createApi(logisticLogContract, send)
  const whole = { params: { id }, query: {} }
  const log = `/logistic?log=${id}&range=1w`
  /** Reads the tag until the server knows the result: its client pauses half a minute after failures in a row. */
  const pulledUntil = (isKnown: () => Promise<void>) =>
    expect(async () => {
      await service.pull(id)
      await expect(isKnown).toPass({ timeout: 12_000, intervals: [500] })
    }).toPass({ timeout: 90_000, intervals: [1_000] })

  await test.step('its log says so, and shows the readings when the service is up again', async () => {
    await pulledUntil(() => expect(api.log(whole)).rejects.toMatchObject({ code: 'logisticLog.unavailable' }))
    await page.goto(log)
    await expect(page.getByText(failed)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await service.fail('none')
    await pulledUntil(async () => expect(await api.log(whole)).toMatchObject({ failed: false, total: readings }))
    await page.goto(log)
    await expect(page.getByRole('slider')).toBeVisible()
    await expect(page.getByText(failed)).toBeHidden()
  })

  for (const fault of faults) {
    await test.step(`${fault}: the stored readings stay, the screen says since when, and the later ones arrive`, async () => {
      const before = readings
      readings += 2
      await record()
      await service.fail(fault)
      const behind = page.getByText(/^The tag could not be read since/)
      await pulledUntil(async () => expect(await api.log(whole)).toMatchObject({ failed: true }))
      await page.goto(log)
      await expect(behind).toBeVisible()
      await expect(page.getByRole('slider')).toBeVisible()
      expect((await api.log(whole)).total).toBeGreaterThanOrEqual(before)
      await service.fail('none')
      await pulledUntil(async () => expect(await api.log(whole)).toMatchObject({ failed: false, total: readings }))
      await page.goto(log)
      await expect(page.getByRole('slider')).toBeVisible()
      await expect(behind).toBeHidden()
    })
  }

  await test.step('one 401 and then one 403 are answered with new tokens: nobody notices', async () => {
    readings += 2
    await record()
    await service.fail('401', 1)
    await service.pull(id)
    await expect.poll(async () => (await api.log(whole)).total).toBe(readings)
    readings += 2
    await record()
    await service.fail('403', 1)
    await service.pull(id)
    await expect.poll(async () => (await api.log(whole)).total).toBe(readings)
  })

  const { rows, total } = await api.readings({ params: { id }, query: { limit: 100 } })
  expect(total).toBe(readings)
  const expected = Array.from({ length: readings }, (_, n) => new Date((startedAt + n * interval) * 1000).toISOString())
  expect(rows.map(({ createdAt }) => createdAt).toReversed()).toEqual(expected)
})

test('starts a tag that is held to the phone, or whose number was typed [LO01 LO03 OF04]', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    baseURL: baseURL!,
  })
  const page = await context.newPage()
  await page.addInitScript(fakeNfc)
  await signInAsMerchant(page, { at: '/logistic' })
  await page.getByRole('button', { name: 'Add shipment' }).click()
  await page.getByRole('button', { name: 'Sensor started' }).click()
  await page.getByRole('button', { name: 'Read an NFC tag' }).click()
  await expect(page.getByTestId('tag')).toContainText('04FF10')
  await expect(page.getByText(/^The tag records since/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Sensor ID' }).fill(`TYPED-${run}`)
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.getByText('The tag is not recording.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Start the tag' }).click()
  await expect(page.getByText(/^The tag records since/)).toBeVisible()
  const tags = await createApi(logisticLogContract, await merchantSender(baseURL!)).tags()
  for (const tidnfc of ['04FF10', `TYPED-${run}`])
    expect(tags).toContainEqual(expect.objectContaining({ tidnfc, status: 40 }))
  await context.close()
})
