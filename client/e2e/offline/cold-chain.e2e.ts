import { createHash } from 'node:crypto'
import { type Browser, type Download, expect, type Page } from '@playwright/test'
import { createApi, type Send } from '#client/core/http/api.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { alarmContract } from '#shared/alarm/contract.ts'
import { logisticContract } from '#shared/logistic/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { submissionContract } from '#shared/submission/contract.ts'
import { readOts } from '#shared/transparency/ots/read-ots.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import { alarmMails } from './alarm-mail.ts'
import { merchantSender, openWithOfflineData } from './field-work.ts'
import { sensorServiceOf } from './sensor-service.ts'
import { csv, rowOf } from './shipments.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const minuteMs = 60_000
const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' }
/** Makes names unique between runs on the same Assay. */
const run = Date.now().toString(36)
const [room, lot, recipient] = [`Drying room ${run}`, `LOT-${run}`, `Quay Trading ${run}`]
/** The step of production began and ended at these times. */
const begun = Math.floor(Date.now() / minuteMs) * minuteMs - 180 * minuteMs
const ended = begun + 120 * minuteMs

test('follows goods from a sensor to the shopper who confirms arrival [SE01 FO01 SU02 LO01 LO03 VE07 VE08]', async ({
  page,
  browser,
  baseURL,
  request,
  assay,
}) => {
  const send = await merchantSender(baseURL!)
  await signInAsMerchant(page)

  await test.step('a sensor measures, and the builder adds it to a form', async () => {
    await addMeasuringSensor(send)
    await page.goto('/form?edit=new')
    await page.getByRole('textbox', { name: 'Template Name' }).fill(`Drying ${run}`)
    await page.getByRole('textbox', { name: 'Identifier label' }).fill('Lot')
    await button(page, 'Add section').click()
    await page.getByRole('textbox', { name: 'Section title' }).fill('Drying')
    await page.getByRole('combobox', { name: 'Add sensor' }).selectOption(`Temperature · ${room}`)
    const chosen = page.getByRole('list', { name: 'Sensors' }).getByRole('listitem')
    await chosen.getByText('Share with shoppers').click()
    await button(page, 'Save').click()
    await expect(page.getByRole('row', { name: new RegExp(`Drying ${run}`) })).toBeVisible()
  })

  await test.step('a phone without a connection fills the form, and sends it later', () =>
    fillInOffline(browser, baseURL!, send))

  const [code] = (await printedInactiveCodes(send, request, baseURL!)).slice(4) as [string]
  await test.step('the code is activated with the submission', async () => {
    const { rows } = await createApi(submissionContract, send).list({ query: { limit: 100 } })
    const submissionId = rows.find(({ custom_id }) => custom_id === lot)!.id
    await createApi(activationContract, send).activate({ body: { addressList: [code], submissionId } })
    await expect.poll(async () => (await check(send, code)).verified, { timeout: 60_000 }).toBe(true)
  })

  await test.step('a shipment with a started tag gets its readings, and an alarm by the rule of the merchant', async () => {
    await page.goto('/logistic')
    await button(page, 'Alarms').click()
    const rule = page.getByRole('dialog', { name: 'Temperature alarms of shipments' })
    // Every reading of a chilled tag is above it.
    await rule.getByRole('spinbutton', { name: 'Limit (°C)' }).fill('2')
    expect(await accessibilityViolations(page)).toEqual([])
    await rule.getByRole('button', { name: 'Save' }).click()
    await expect(rule).toBeHidden()
    await button(page, 'Add shipment').click()
    await button(page, 'Sensor started').click()
    await page.getByLabel('Recipient').fill(recipient)
    await page.getByRole('combobox', { name: 'Started tags' }).selectOption({ value: 'TAG-04A3' })
    await button(page, 'Next').click()
    await page.locator('input[type=file]').setInputFiles(csv([code]))
    await page.getByRole('button', { name: /^Save shipment/ }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(rowOf(page, recipient).getByText('Synced', { exact: true })).toBeVisible({ timeout: 60_000 })
  })
  const { id } = await shipmentOf(send)

  await test.step('the alarm is listed, shown by the bell, and in the mailbox', async () => {
    const alarms = createApi(alarmContract, send)
    await sensorServiceOf(assay).pull(id)
    await expect
      .poll(async () => (await alarms.list({ query: { limit: 100 } })).rows.map(({ subjectId }) => subjectId), {
        timeout: 150_000,
      })
      .toContain(id)
    const { identifier } = await shipmentOf(send)
    await page.goto('/alerts')
    const alarm = page
      .getByRole('region', { name: 'Temperature alarms' })
      .getByRole('row', { name: new RegExp(identifier) })
    await expect(alarm).toContainText('Limit 2 °C')
    expect(await alarmMails(assay, request, identifier)).toEqual([
      expect.objectContaining({ to: demoSignIns[0]!.email }),
    ])
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByText(`Temperature alarm: ${identifier}`)).toBeVisible()
    await createApi(alarmContract, send).saveRule({ body: {} })
  })

  await test.step('the merchant sees the log, and saves the report with the proof of both chains', async () => {
    await page.goto(`/logistic?log=${id}`)
    await expect(page.getByRole('slider')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Mean kinetic temperature')
    const saved = page.waitForEvent('download')
    await button(page, 'Report (PDF)').click()
    const pdf = await bytesOf(await saved)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const report = page.getByRole('table', { name: 'Cold-chain reports' }).getByRole('row').filter({ hasText: sha256 })
    await expect(report.getByText('Verified')).toHaveCount(2, { timeout: 90_000 })
    const savedProof = page.waitForEvent('download')
    await report.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Download proof (.ots)' }).click()
    const proof = await savedProof
    expect(proof.suggestedFilename()).toMatch(/\.pdf\.ots$/)
    expect(readOts(await bytesOf(proof), Buffer.from(sha256, 'hex')).attestations[0]?.height).toBeGreaterThan(0)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  await test.step('a shopper reads what was measured, and confirms the arrival', async () => {
    const context = await browser.newContext({ ...phone, baseURL: baseURL! })
    const shopper = await context.newPage()
    await shopper.goto(`/V/${code.split('/V/')[1]}`)
    const journey = shopper.locator('.journey')
    const step = journey.locator('.timeline li').filter({ hasText: 'Drying' })
    await expect(step).toContainText(/Above 8 °C for 30 minutes on \d+ \w+ near Port Klang/)
    await expect(journey.locator('.timeline li')).toHaveText([/^Drying/, /^Shipped/, 'On the way'])
    await expect(journey.locator('.facts')).toContainText('Limit')
    await expect(journey.locator('p.measured').last()).toHaveText(/°C/)
    const alert = shopper.getByRole('complementary', { name: 'This product is on its way' })
    await alert.getByText('It has arrived').click()
    await alert.getByRole('button', { name: 'Confirm' }).click()
    await expect(alert.getByRole('status')).toHaveText('Thank you. The brand has been told.')
    await context.close()
    expect((await shipmentOf(send)).delivered_at).not.toBeNull()
  })
})

async function bytesOf(saved: Download): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const check = (send: Send, code: string) =>
  createApi(verifyContract, send).verify({ query: { a: code.split('/V/')[1]! } })

async function shipmentOf(send: Send) {
  const { rows } = await createApi(logisticContract, send).list({ query: { limit: 100 } })
  return rows.find((one) => one.recipient === recipient)!
}

/** Two hours of readings, of which half an hour is above the threshold. */
async function addMeasuringSensor(send: Send): Promise<void> {
  const api = createApi(sensorContract, send)
  const { id } = await api.create({
    body: { name: room, type: 'temperature', unit: '°C', location: 'Port Klang', threshold: 8 },
  })
  const logs = Array.from({ length: 121 }, (_, minute) => ({
    value: minute >= 60 && minute < 90 ? 9.5 : 5,
    createdAt: new Date(begun + minute * minuteMs).toISOString(),
  }))
  await api.addReadings({ params: { id }, body: { logs } })
}

async function fillInOffline(browser: Browser, baseURL: string, send: Send): Promise<void> {
  const context = await browser.newContext({ ...phone, baseURL, serviceWorkers: 'allow', timezoneId: 'UTC' })
  const page = await context.newPage()
  // The names of sensors are stored on the device with the first list of submissions.
  const named = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/sensor' && answer.ok())
  await openWithOfflineData(page)
  await named
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create Submission' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Form template' }).selectOption(`Drying ${run}`)
  await dialog.getByRole('textbox', { name: 'Lot' }).fill(lot)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const sensor = page.getByRole('group', { name: new RegExp(room) })
  const local = (ms: number) => new Date(ms).toISOString().slice(0, 16)
  await sensor.getByRole('textbox', { name: 'Start Time' }).fill(local(begun))
  await sensor.getByRole('textbox', { name: 'End Time' }).fill(local(ended))
  await button(page, 'Save & Preview').click()
  await expect(page.getByRole('dialog', { name: 'Preview' })).toContainText(`Temperature · ${room}`)
  await page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Close' }).click()
  await context.setOffline(false)
  const sent = async () => (await createApi(submissionContract, send).list({ query: { limit: 100 } })).rows
  await expect.poll(async () => (await sent()).map((one) => one.custom_id), { timeout: 90_000 }).toContain(lot)
  await context.close()
}

async function printedInactiveCodes(
  send: Send,
  request: { get(url: string, options: { headers: Record<string, string> }): Promise<{ text(): Promise<string> }> },
  baseURL: string,
): Promise<string[]> {
  const { email, password } = demoSignIns[0]!
  const signedIn = await fetch(`${baseURL}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: email, password }),
  })
  const { jwt } = (await signedIn.json()) as { jwt: string }
  const { rows } = await createApi(orderContract, send).list({ query: { limit: 100 } })
  const lists = await Promise.all(
    rows.map(async ({ id }) => {
      const answer = await request.get(`/api/tag/download/${id}?type=inactive`, {
        headers: { authorization: `Bearer ${jwt}` },
      })
      return (await answer.text()).split(/\r?\n/).filter((line) => /\/V\//.test(line))
    }),
  )
  return lists.toSorted((one, other) => other.length - one.length)[0]!.map((line) => line.replaceAll('"', ''))
}
