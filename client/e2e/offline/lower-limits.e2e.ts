import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { withDatabase } from '#client/e2e/setup/database.ts'
import { runJob } from '#client/e2e/setup/run-job.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { unusedCode } from '#client/e2e/verify/shopper-codes.ts'
import { limitOf, temperatureAt } from '#scripts/sensors/temperature.ts'
import { watchSensors } from '#server/alarm/jobs.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { alarmContract } from '#shared/alarm/contract.ts'
import { logisticContract } from '#shared/logistic/contract.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import { alarmMails } from './alarm-mail.ts'
import { closeOtherAlerts, merchantSender } from './field-work.ts'
import { sensorServiceOf } from './sensor-service.ts'
import { addShipment, rowOf } from './shipments.ts'

const minuteMs = 60_000
/** Makes names unique between runs on the same Assay. */
const run = Date.now().toString(36)

test('warns of a sensor below its lower limit: in the list, in its log, under Alerts and by mail [SE01]', async ({
  page,
  request,
  baseURL,
  assay,
}) => {
  const send = await merchantSender(baseURL!)
  const name = `Vaccine fridge ${run}`
  await closeOtherAlerts(page, name)
  await signInAsMerchant(page, { at: '/sensor' })
  await page.getByRole('button', { name: 'Add sensor', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New sensor' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Location' }).fill('Ipoh')
  await dialog.getByRole('spinbutton', { name: 'Threshold' }).fill('8')
  await dialog.getByRole('spinbutton', { name: 'Lower limit' }).fill('9')
  await dialog.getByRole('button', { name: 'Add sensor' }).click()
  await expect(dialog.getByText('The lower limit must be below the threshold')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Lower limit' }).fill('2')
  await dialog.getByRole('button', { name: 'Add sensor' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Lower limit 2 °C')

  const api = createApi(sensorContract, send)
  const { rows } = await api.list({ query: { search: name } })
  const { id } = rows[0]!
  const now = Date.now()
  // The alert compares the average of the current hour of the clock, which began at most 60 minutes ago.
  const logs = Array.from({ length: 180 }, (_, at) => ({
    value: at < 110 ? 5 : 1.2,
    createdAt: new Date(now - (179 - at) * minuteMs).toISOString(),
  }))
  await api.addReadings({ params: { id }, body: { logs } })

  await test.step('an alert names the lower limit, and leads to the log', async () => {
    await page.reload()
    const alert = page.getByRole('alertdialog').filter({ hasText: name })
    await expect(alert).toContainText('Your temperature in Ipoh is below the lower limit')
    await expect(alert).toContainText('Latest average 1.2 °C, lower limit 2 °C')
    expect(await accessibilityViolations(page)).toEqual([])
    await alert.getByRole('link', { name: 'View log' }).click()
  })
  await test.step('the log shows which values are below it by more than color', async () => {
    const chart = page.getByRole('slider')
    await expect(chart).toHaveAttribute('aria-valuetext', /1\.2 °C, below the lower limit$/)
    await chart.press('Home')
    await expect(chart).toHaveAttribute('aria-valuetext', /: 5 °C$/)
    await expect(page.getByRole('list', { name: 'Excursions' }).getByRole('listitem')).toHaveText([
      /· 1 hr 9 min · Lowest 1\.2 °C$/,
    ])
    await expect(
      page.getByRole('table', { name: 'Readings' }).getByText('below the lower limit').first(),
    ).toBeAttached()
    expect(await accessibilityViolations(page)).toEqual([])
  })
  await test.step('the alarm is listed and mailed', async () => {
    const alarms = createApi(alarmContract, send)
    await runJob(assay, watchSensors)
    await expect
      .poll(async () => (await alarms.list({ query: { limit: 100 } })).rows.filter((one) => one.subjectId === id))
      .toMatchObject([{ side: 'below', limit: 2, peak: 1.2 }])
    await page.goto('/alerts?alarmslimit=100')
    const alarm = page.getByRole('region', { name: 'Temperature alarms' }).getByRole('row', { name: new RegExp(name) })
    await expect(alarm).toContainText('Lowest 1.2 °C')
    await expect(alarm).toContainText('Lower limit 2 °C')
    const [mail] = await alarmMails(assay, request, name)
    expect(mail?.text).toMatch(/below 2 °C from .*, for 1 hour 9 minutes so far\..* lowest value.* 1\.2 °C/i)
  })
  // Otherwise its alert covers the screens of other tests.
  await api.remove({ params: { id } })
})

const dayMs = 86_400_000
/** The tags have recorded the whole day before, UTC: at any hour of the test they give the same values. */
const dayEnd = Math.floor(Date.now() / dayMs) * dayMs
const dayBegin = dayEnd - dayMs
const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(dayBegin)

/** A tag that stays below the limit of its maker on that day, or reaches it at a loading dock. */
function tagThat(reaches: boolean): string {
  const times = Array.from({ length: 145 }, (_, n) => dayBegin / 1000 + n * 600)
  const isOver = (tag: string) => times.some((time) => temperatureAt(tag, 'chilled', time) >= limitOf('chilled'))
  for (let n = 0; ; n++) if (isOver(`TAG-${run}-${n}`) === reaches) return `TAG-${run}-${n}`
}

test('shows shoppers what was measured between, below and above limits, and when it has ended [VE07 VE08]', async ({
  page,
  browser,
  baseURL,
  assay,
}) => {
  const [cool, warm] = [tagThat(false), tagThat(true)]
  const service = sensorServiceOf(assay)
  for (const tag of [cool, warm]) await service.record(tag, dayBegin / 1000, dayEnd / 1000)
  const send = await merchantSender(baseURL!)
  const code = await unusedCode(assay)
  await createApi(activationContract, send).activate({ body: { addressList: [code] } })
  const verify = createApi(verifyContract, send).verify
  await expect.poll(async () => (await verify({ query: { a: code } })).verified, { timeout: 60_000 }).toBe(true)

  const recipient = `Clinic ${run}`
  await signInAsMerchant(page, { at: '/logistic' })
  await addShipment(page, recipient, [code], cool, 2)
  await expect(rowOf(page, recipient).getByText('Synced', { exact: true })).toBeVisible({ timeout: 60_000 })
  const shipments = createApi(logisticContract, send)
  const { rows } = await shipments.list({ query: { limit: 100 } })
  const { id, identifier } = rows.find((one) => one.recipient === recipient)!
  const change = (manufacturer_id: string, minlimit: number) =>
    shipments.update({
      params: { id },
      body: { identifier, recipient, shipped_at: new Date(dayBegin).toISOString(), manufacturer_id, minlimit },
    })

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    baseURL: baseURL!,
  })
  const shopper = await context.newPage()
  const journey = shopper.locator('.journey')
  const sentence = journey.locator('> p.measured')
  /** Opens the page until it has the newest readings, which it keeps for some seconds. */
  const reads = (text: string | RegExp, query = '') =>
    expect(async () => {
      await service.pull(id)
      await shopper.goto(`/v/${code}${query}`)
      await expect(sentence).toHaveText(text, { timeout: 4_000 })
    }).toPass({ timeout: 90_000, intervals: [2_000] })

  await test.step('within both limits', async () => {
    await reads('Between 2 and 8 °C so far')
    await expect(sentence).toHaveClass('measured')
    await expect(journey.locator('.facts dt')).toHaveText(['Lowest', 'Highest', 'Latest', 'Limit', 'Lower limit'])
    expect(await accessibilityViolations(shopper)).toEqual([])
  })
  await test.step('below the lower limit', async () => {
    await change(cool, 7)
    await reads(`Below 7 °C for 1 day on ${dayName}`)
    await expect(sentence).toHaveClass('measured below')
    await journey.getByText('Readings as a table').click()
    await expect(journey.locator('tbody .out').first()).toHaveText(/below the lower limit/)
    expect(await accessibilityViolations(shopper)).toEqual([])
  })
  await test.step('above the limit', async () => {
    await change(warm, 2)
    await reads(`Above 8 °C for 50 minutes on ${dayName}`)
  })
  await test.step('on both sides, which the merchant sees in the log', async () => {
    await change(warm, 7)
    await reads(`Outside 7 to 8 °C 3 times, 1 day in total, the last time on ${dayName}`)
    await expect(sentence).toHaveClass(/above/)
    await expect(sentence).toHaveClass(/below/)
    await readsBothSides(page, id)
  })
  await test.step('a shopper ends the log', async () => {
    await change(cool, 2)
    await reads('Between 2 and 8 °C so far')
    const delivery = shopper.getByRole('complementary', { name: 'This product is on its way' })
    await delivery.getByText('End the log').click()
    await delivery.getByRole('button', { name: 'Confirm' }).click()
    await expect(delivery.getByRole('status')).toHaveText('Thank you. The brand has been told.')
    await anHourLater(assay, id)
    await reads('Kept between 2 and 8 °C all the way')
    await expect(journey.locator('.timeline')).toContainText('Temperature log ended')
    await reads('Всю дорогу от 2 до 8 °C', '?lang=ru')
  })
  await context.close()
})

async function readsBothSides(page: Page, id: string): Promise<void> {
  await page.goto(`/logistic?log=${id}`)
  await expect(page.getByRole('list', { name: 'Excursions' }).getByRole('listitem')).toHaveText([
    /Lowest \d\.?\d? °C$/,
    /· 50 min · Peak \d+\.?\d? °C$/,
    /Lowest \d\.?\d? °C$/,
  ])
  await expect(page.getByRole('table', { name: 'Readings' }).getByText('below the lower limit').first()).toBeAttached()
  expect(await accessibilityViolations(page)).toEqual([])
}

/** A stopped tag may still be read for an hour after the end of the log, which is then complete. */
const anHourLater = (assay: Parameters<typeof withDatabase>[0], id: string) =>
  withDatabase(assay, async (client) => {
    await client.query(
      `update logistic set logging_ended_at = logging_ended_at - interval '61 minutes' where id = $1`,
      [id],
    )
    await client.query('update logistic_log set next_pull_at = now() where logistic_id = $1', [id])
  })
