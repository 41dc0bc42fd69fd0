import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { formatTrend } from '#client/core/format/trend.ts'
import { createApi } from '#client/core/http/api.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { withDatabase } from '#client/e2e/setup/database.ts'
import { runJob } from '#client/e2e/setup/run-job.ts'
import { signInAsMerchant, signInByCall } from '#client/e2e/setup/sign-in.ts'
import { shopperCodes } from '#client/e2e/verify/shopper-codes.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { mailWeeklySummaries } from '#server/insights/weekly-summary/jobs.ts'
import { authContract } from '#shared/auth/contract.ts'
import { insightsContract } from '#shared/insights/contract.ts'

const english = (count: number) => count.toLocaleString('en-US')

/** The numbers of the server for the range that the page shows. */
async function numbersOf(page: Page, baseURL: string) {
  const [{ email, password }] = demoSignIns
  const { jwt } = await createApi(authContract, sender(baseURL)).signIn({ body: { identifier: email, password } })
  const request = page.waitForRequest((one) => new URL(one.url()).pathname === '/api/insights')
  await page.goto('/insights?range=1y')
  const query = Object.fromEntries(new URL((await request).url()).searchParams)
  return createApi(insightsContract, sender(baseURL, jwt)).read({ query: query as never })
}

/** Saves a chart as an image and as numbers. Returns the lines of the numbers. */
async function saveFiles(page: Page, chart: Locator): Promise<string[]> {
  const save = async (button: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      chart.getByRole('button', { name: button }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d-[a-z]+\.(png|csv)$/)
    return readFile(await file.path())
  }
  const image = await save('Save as PNG')
  expect(image.subarray(1, 4).toString()).toBe('PNG')
  // Width in the header of the image: two pixels for each pixel of the drawing.
  expect(image.readUInt32BE(16)).toBeGreaterThan(600)
  return (await save('Save as CSV')).toString('utf8').trim().split('\r\n')
}

test('shows the counts of the server with their trends [IN02]', async ({ page, baseURL }) => {
  await signInByCall(page, demoSignIns[0])
  let shown: { name: string; count: number; trend: number | null }[] = []
  await expect(async () => {
    const { summary, activeCodes, outliers } = await numbersOf(page, baseURL!)
    shown = [
      { name: 'Total Active Codes', ...activeCodes },
      { name: 'Total Scans', ...summary.find(({ action }) => action === 'VERIFY')! },
      { name: 'Total Redirects', ...summary.find(({ action }) => action === 'REDIRECT')! },
      { name: 'Outlier Detection', ...outliers },
    ]
    for (const { name, count, trend } of shown) {
      const card = page.locator('[data-count]', { has: page.getByRole('link', { name, exact: true }) })
      await expect(card.locator('[data-number]')).toHaveText(english(count), { timeout: 5_000 })
      if (trend !== null) await expect(card).toContainText(formatTrend(trend))
    }
    // Other tests on this Assay scan and activate codes.
  }).toPass({ timeout: 60_000 })
  for (const { name } of shown) {
    const card = page.locator('[data-count]', { has: page.getByRole('link', { name, exact: true }) })
    await expect(card.locator('svg polyline')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Total Redirects' }).click()
  const rows = page.getByRole('table', { name: 'SKU variation scanned' }).locator('tbody tr')
  await expect(rows.filter({ hasText: 'Redirect' })).toHaveCount(6)
  await expect(rows.first()).toBeInViewport()
  const answerOf = (list: RegExp) => page.waitForResponse((one) => list.test(one.url()))
  const [listed, alarmsListed] = [answerOf(/\/api\/verdict\/case\?.*from=/), answerOf(/\/api\/alarm\?.*from=/)]
  await page.getByRole('link', { name: 'Outlier Detection' }).click()
  await expect(page).toHaveURL(/\/alerts\?from=/)
  // The alerts of the range; other tests open new ones meanwhile.
  const { from, to } = Object.fromEntries(new URL(page.url()).searchParams)
  const answer = await listed
  expect(new URL(answer.url()).searchParams.get('from')).toBe(from)
  const { rows: alerts, total } = (await answer.json()) as { rows: { createdAt: string }[]; total: number }
  // The temperature alarms below are of the same range.
  const ofAlarms = new URL((await alarmsListed).url()).searchParams
  expect([ofAlarms.get('from'), ofAlarms.get('to')]).toEqual([from, to])
  expect(total).toBeGreaterThanOrEqual(shown.find(({ name }) => name === 'Outlier Detection')!.count)
  expect(alerts.every(({ createdAt }) => createdAt >= from! && createdAt < to!)).toBe(true)
  await page.getByRole('button', { name: 'Show all alerts' }).click()
  await expect(page).toHaveURL(/\/alerts$/)
})

test('keeps the filters in a link, and downloads the report named by its dates [IN01]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/insights' })
  const range = page.getByLabel('Date range')
  await expect(range).toHaveValue('1w')
  await range.selectOption('This Month')
  const sku = page.getByLabel('SKU', { exact: true })
  await expect(sku.locator('option')).not.toHaveCount(1)
  await sku.selectOption({ index: 1 })
  const product = await sku.inputValue()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`range=1m&sku=${product}$`))
  await page.reload()
  await expect(page.getByLabel('Date range')).toHaveValue('1m')
  await expect(page.getByLabel('SKU', { exact: true })).toHaveValue(product)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d-scan-report\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\ufeff?SKU,Activity,Location,Country,Time/)
})

test('shows lines, hours and systems as drawings, as tables and as files [IN03]', async ({ page, baseURL }) => {
  await signInByCall(page, demoSignIns[0])
  const { points } = await numbersOf(page, baseURL!)
  const lines = page.getByRole('slider', { name: /^Scanning activities/ })
  await expect(lines.locator('svg[data-chart]')).toBeVisible()
  await lines.focus()
  await expect(lines).toHaveAttribute('aria-valuenow', String(points.length))
  await page.keyboard.press('Home')
  await expect(lines).toHaveAttribute('aria-valuenow', '1')
  await expect(lines).toHaveAttribute('aria-valuetext', /Creation: [\d,]+ \(before: [\d,]+\)/)
  const hours = page.getByRole('slider', { name: /^Scans by hour/ })
  await expect(hours.locator('rect[class^=level-]')).toHaveCount(24 * 7)
  await expect(
    page
      .getByRole('slider', { name: /^Scans by operating system/ })
      .locator('.slice')
      .first(),
  ).toBeVisible()
  for (const name of ['Scanning activities', 'Time of Scanning Activities', 'Operating systems'])
    await saveFiles(page, page.getByRole('region', { name, exact: true }))
  const activities = page.getByRole('region', { name: 'Scanning activities', exact: true })
  await activities.getByRole('button', { name: 'View as table' }).click()
  await expect(activities.getByRole('row')).toHaveCount(points.length + 1)
})

test('leads from a row of the table to its place on the map, and back [IN04]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/insights?range=1y' })
  const table = page.getByRole('table', { name: 'SKU variation scanned' })
  await table.scrollIntoViewIfNeeded()
  await expect(table.locator('tbody tr')).toHaveCount(6)
  const map = page.locator('[data-map-view]')
  const reset = page.getByRole('button', { name: 'Reset Filter' })
  await expect(reset).toBeHidden()
  // Closer than the whole world, and far enough for countries, which are all that this map has.
  await expect(map).toHaveAttribute('data-map-view', / [0-5]\.\d\d$/)
  const all = (await map.getAttribute('data-map-view'))!
  // By a search, because the newest scans may be those of other tests, which have no place.
  const search = page.locator('#scans').getByRole('searchbox')
  const inTokyo = table.locator('tbody tr').filter({ hasText: 'Tokyo' })
  const elsewhere = table.locator('tbody tr').filter({ hasNotText: 'Tokyo' })
  await search.fill('Tokyo')
  await expect(elsewhere).toHaveCount(0)
  await expect(inTokyo.filter({ hasText: 'Japan' })).toHaveCount(6)
  await inTokyo.first().getByRole('button').click()
  await expect(map).toHaveAttribute('data-map-view', / 6\.00$/)
  const ofPlace = page.waitForResponse((response) => {
    const { searchParams } = new URL(response.url())
    return searchParams.has('location') && !searchParams.has('search')
  })
  await search.fill('')
  await ofPlace
  await expect(elsewhere).toHaveCount(0)
  await expect(inTokyo).toHaveCount(6)
  await reset.click()
  await expect(map).toHaveAttribute('data-map-view', all)
  await expect(reset).toBeHidden()
  await expect(elsewhere).not.toHaveCount(0)
})

test('lists the risks of the range, each with a link to its case, and says what is unusual [IN05]', async ({
  page,
}) => {
  await signInAsMerchant(page, { at: '/insights?range=1y' })
  await expect(page.getByRole('note')).toContainText('Scans of Highland Green Tea in Jakarta, Indonesia:')
  await page.getByRole('button', { name: 'Detection of Risk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Detection of Risk' })
  await dialog.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/alerts\?search=[\da-f-]{36}$/)
  await expect(page.getByRole('table').locator('tbody tr')).not.toHaveCount(0)
})

test('shows where copies are sold on the map, in a table and in files [IN05]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/insights?range=1m' })
  const map = page.getByRole('region', { name: 'Map of scans' }).first()
  await map.scrollIntoViewIfNeeded()
  await map.getByRole('button', { name: 'Share of suspicious scans' }).click()
  await expect(map.locator('[data-map-view] canvas')).toBeVisible()
  const [head, ...places] = await saveFiles(page, map)
  expect(head).toMatch(/Place,Scans,Suspicious scans,Share of suspicious scans$/)
  // The seeded copies are sold there.
  expect(places.find((line) => line.includes('Bangkok'))).toMatch(/"Bangkok, Thailand",\d+,[1-9]\d*,\d/)
  await map.getByRole('button', { name: 'View as table' }).click()
  await expect(map.getByRole('row').filter({ hasText: 'Bangkok, Thailand' })).toContainText('%')
})

test('shows a scan within seconds while Live is on [IN06]', async ({ page, assay, baseURL }) => {
  const code = (await shopperCodes(assay)).brands.get('Highland Tea')!
  await signInAsMerchant(page, { at: '/insights' })
  const card = page.locator('[data-count]', { has: page.getByRole('link', { name: 'Total Scans', exact: true }) })
  const number = card.locator('[data-number]')
  await expect(number).toBeVisible()
  const watched = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/insights/watch')
  await page.getByText('Live', { exact: true }).click()
  expect((await watched).status()).toBe(200)
  const before = (await number.textContent())!
  const scanned = await fetch(`${baseURL}/api/tag/verify?a=${code.slice(0, 26)}&p=${code.slice(26)}`)
  expect(scanned.status).toBe(200)
  await expect(number).not.toHaveText(before)
})

test('opens a saved view in another browser, with its filters and its comparison [IN01]', async ({ page, browser }) => {
  await signInAsMerchant(page, { at: '/insights' })
  await page.getByLabel('Date range').selectOption('This Month')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await comparison.getByLabel('Compare').selectOption('Location')
  await comparison.getByLabel('First').selectOption('Jakarta, Indonesia')
  await comparison.getByLabel('Second').selectOption('Tokyo, Japan')
  await expect(comparison.getByText(/^Jakarta, Indonesia: [\d,]+ scans$/)).toBeVisible()
  const { search } = new URL(page.url())
  await page.getByRole('button', { name: 'Saved views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  await dialog.getByLabel(/^View name/).fill('Java and Japan')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Shown now')

  const other = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await signInAsMerchant(other, { at: '/insights' })
  await other.getByRole('button', { name: 'Saved views' }).click()
  await other.getByRole('link', { name: 'Java and Japan' }).click()
  await expect(other).toHaveURL((url) => url.search === search)
  await expect(other.getByLabel('Date range')).toHaveValue('1m')
  await expect(other.getByText(/^Tokyo, Japan: [\d,]+ scans$/)).toBeVisible()
  await other.getByRole('button', { name: 'Saved views' }).click()
  await other.getByRole('button', { name: /Java and Japan/ }).click()
  await other.getByRole('menuitem', { name: 'Delete' }).click()
  await other
    .getByRole('group', { name: /^Delete the view/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(other.getByText('No saved views yet')).toBeVisible()
  await other.close()
})

test('mails the week once to who switched it on, and stops by the mailed link without a sign-in [IN06]', async ({
  page,
  browser,
  assay,
  baseURL,
}) => {
  const [{ email }] = demoSignIns
  await signInAsMerchant(page, { at: '/settings/notifications' })
  await page.getByText('Weekly summary by email').click()
  const weekly = page.getByRole('checkbox', { name: /^Weekly summary by email/ })
  await expect(weekly).toBeChecked()
  // As if the Monday had come. A summary is written only when all scans until its time are in the sums.
  await withDatabase(assay, (client) =>
    client.query(`update weekly_summary set due_at = (select least(now(), counted_to) from scan_sums_mark)`),
  )
  await runJob(assay, mailWeeklySummaries)
  const weeks = async () =>
    ((await (await fetch(`${baseURL}/mailbox.json`)).json()) as { to: string; subject: string; text: string }[]).filter(
      ({ to, subject }) => to === email && subject.startsWith('Your week in Assay'),
    )
  await expect.poll(async () => (await weeks()).length, { timeout: 60_000 }).toBe(1)
  const { text } = (await weeks())[0]!
  expect(text).toMatch(/Scans: [1-9][\d,]* \([+-]?[\d.,]+%, before: [\d,]+\)/)
  expect(text).toContain('Most scanned products\n')
  const link = /\S+\/unsubscribe\?token=\S+/.exec(text)![0]
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await visitor.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(visitor.getByRole('heading', { name: 'The weekly summary is off' })).toBeVisible()
  await visitor.context().close()
  await page.reload()
  await expect(weekly).not.toBeChecked()
  expect(await weeks()).toHaveLength(1)
})
