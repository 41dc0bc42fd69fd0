import { type APIRequestContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { withDatabase } from '#client/e2e/setup/database.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { shopperCodes } from './shopper-codes.ts'
import { skipPreloader } from './shopper-page.ts'

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' }

/** Printed addresses of codes of the demo merchant, by their item verdict. */
async function seeded(request: APIRequestContext): Promise<{ suspect: string; recalled: string; token: string }> {
  const { email, password } = demoSignIns[0]!
  const signedIn = await request.post('/api/auth/local', { data: { identifier: email, password } })
  const { jwt } = await signedIn.json()
  const headers = { authorization: `Bearer ${jwt}` }
  const json = async (path: string) => (await request.get(`/api${path}`, { headers })).json()
  const printed = async (order: string) => (await request.get(`/api/tag/download/${order}`, { headers })).text()
  const { rows: cases } = await json('/verdict/case?limit=200')
  const { code, orderId } = cases.find(({ rule }: { rule: string | null }) => rule === 'visitors')
  const { rows: recalls } = await json('/verdict/recall')
  const pathOf = (text: string, holding: string) => {
    const line = text.split(/\r?\n/).find((one) => /^"?https?:/i.test(one) && one.includes(holding))
    return new URL(line!.replaceAll('"', '')).pathname
  }
  return {
    suspect: pathOf(await printed(orderId), code),
    recalled: pathOf(await printed(recalls.at(-1).target), ''),
    token: jwt,
  }
}

async function inOrder(page: Page): Promise<void> {
  // During the transition the contrast is neither that of the old nor of the new text.
  await skipPreloader(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await accessibilityViolations(page)).toEqual([])
}

for (const javaScriptEnabled of [true, false]) {
  test(`shows a shopper the reasons for doubt ${javaScriptEnabled ? 'with' : 'without'} a script [VD05]`, async ({
    browser,
    baseURL,
    request,
  }) => {
    const { suspect, recalled } = await seeded(request)
    const context = await browser.newContext({ ...phone, baseURL: baseURL!, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(suspect)
    await expect(page.getByText(/Scanned .*by at least \d+ phones.*\. One item is usually scanned/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^(Check this product carefully|This may be a copy)$/,
    )
    // The brand's content about its product must not be shown as a confirmation of this item.
    await expect(page.getByText('A code from Highland Tea')).toHaveCount(0)
    await expect(page.locator('.circle, .seal.pass, .tick, .block')).toHaveCount(0)
    if (javaScriptEnabled) await inOrder(page)

    await page.goto(recalled)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recalled – do not use')
    await expect(page).toHaveTitle(/^Recalled – do not use/)
    await expect(page.getByRole('figure', { name: 'Message from the brand' })).toContainText('splinters of wood')
    await expect(page.locator('.seal.fail')).toHaveCount(1)
    await page.goto(`${recalled}?lang=ru&theme=bnw`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Товар отозван – не используйте его')
    await context.close()
  })
}

test('shrinks a large photo, keeps a report without a connection, and sends it once with one [VD08]', async ({
  browser,
  baseURL,
  request,
}) => {
  const { suspect } = await seeded(request)
  const context = await browser.newContext({ ...phone, baseURL: baseURL! })
  const page = await context.newPage()
  await page.goto(suspect)
  await page.getByRole('link', { name: 'Report a problem' }).click()
  // Noise does not compress: this file is larger than the server accepts.
  const noise = await sharp({
    create: { width: 2600, height: 1400, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 90 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(5_000_000)
  await page
    .getByLabel(/^A photo of the product/)
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: noise })
  await page.getByLabel('Shop or seller').fill('Harbour market')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Saved on this phone' })).toBeFocused()
  // Another page sends it: the phone may have forgotten the first one.
  await page.goto('about:blank')
  await context.setOffline(false)
  const sent = page.waitForRequest((posted) => posted.method() === 'POST' && posted.url().endsWith('/verify/report'))
  await page.goto('/verify')
  const response = (await (await sent).response())!
  expect(response.status()).toBe(200)
  expect(await response.text()).toMatch(/R-\w{4}-\w{4}/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('assay-reports'))).toBeNull()
  await context.close()
})

test('keeps a report when a proxy answers in place of the server [VD08]', async ({ browser, baseURL, request }) => {
  const { suspect } = await seeded(request)
  const context = await browser.newContext({ ...phone, baseURL: baseURL! })
  const page = await context.newPage()
  await page.goto(suspect)
  await page.getByRole('link', { name: 'Report a problem' }).click()
  // Before its script has run, the form is sent without it.
  await page.waitForLoadState()
  await page.getByLabel('Shop or seller').fill('Airport shop')
  const isPosted = (url: URL) => url.pathname === '/verify/report'
  await page.route(isPosted, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Saved on this phone' })).toBeFocused()
  await page.unroute(isPosted)
  const sent = page.waitForResponse((answer) => isPosted(new URL(answer.url())) && answer.request().method() === 'POST')
  await page.goto('/verify')
  expect((await sent).status()).toBe(200)
  await context.close()
})

test('accepts a suspicion report without a script, and shows it to the brand by its number [VD08]', async ({
  browser,
  baseURL,
  request,
  page: console,
}) => {
  const { suspect } = await seeded(request)
  const page = await browser.newPage({ ...phone, baseURL: baseURL!, javaScriptEnabled: false })
  await page.goto(suspect)
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please add a photo, a shop or a few words.')
  // Three taps: the photo, the text, the button.
  await page.getByLabel(/^A photo of the product/).setInputFiles(await imageFile('seal.png', 'Broken seal'))
  await page.getByLabel('Shop or seller').fill('Night market')
  await page.getByLabel('What is wrong?').fill('The seal was broken')
  await page.getByRole('button', { name: 'Send' }).click()
  const reference = await page.locator('.reference').textContent()
  expect(reference).toMatch(/^R-\w{4}-\w{4}$/)
  await page.close()

  await signInAsMerchant(console, { at: '/alerts' })
  await console
    .getByRole('searchbox')
    .or(console.getByPlaceholder(/search/i))
    .first()
    .fill(reference!)
  const row = console.getByRole('row').filter({ hasText: reference! })
  await expect(row).toContainText('The seal was broken')
  // An expanded case has two table rows; both contain its number.
  const details = row.first().getByRole('button', { name: /^Details/ })
  await details.click()
  await expect(console.getByText('Night market')).toBeVisible()
  const photo = console.getByRole('definition').locator('img')
  await expect.poll(() => photo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(512)
  await details.click()
  await row.getByRole('button', { name: /Actions/ }).click()
  await console.getByRole('menuitem', { name: 'Scan history' }).click()
  const dialog = console.getByRole('dialog')
  await expect(dialog.getByText('Bangkok, TH').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await row.getByRole('button', { name: /Actions/ }).click()
  await console.getByRole('menuitem', { name: 'Acknowledge' }).click()
  await expect(row).toContainText('Acknowledged')
  await row.getByRole('button', { name: /Actions/ }).click()
  await console.getByRole('menuitem', { name: 'Close with a reason…' }).click()
  await console.getByRole('dialog').getByRole('button', { name: 'Close alert' }).click()
  await expect(console.getByText('Please select a reason')).toBeVisible()
  await console.getByRole('dialog').getByLabel('Reason').selectOption('mistake')
  await console.getByRole('dialog').getByRole('button', { name: 'Close alert' }).click()
  await expect(row).toContainText('Closed')
})

test('asks whether many people look at the items of a SKU, and warns later when somebody says so [VD06]', async ({
  page,
  assay,
}) => {
  const own = `sku where name = 'Highland Green Tea'`
  // A tenth of the scanned codes of each order is above the default.
  const sample = Array.from({ length: 10 }, () => ({ codes: 50, scores: Array(5).fill(9), honest: [] }))
  await withDatabase(assay, (client) =>
    client.query(
      `insert into verdict_calibration (sku_id, merchant_id, sample, measured_at) select id, merchant_id, $1, now() from ${own}
       on conflict (sku_id) do update set sample = excluded.sample, is_shared = null, threshold = null`,
      [JSON.stringify(sample)],
    ),
  )
  try {
    await signInAsMerchant(page, { at: '/alerts' })
    await page.getByRole('button', { name: 'Alert rules…' }).click()
    const rules = page.getByRole('dialog', { name: 'Alert rules' })
    const choice = rules.getByLabel('SKU')
    const tea = await choice.getByRole('option', { name: /^Highland Green Tea/ }).getAttribute('value')
    await choice.selectOption(tea)
    await expect(rules.getByText('Are these items looked at by many people?')).toBeVisible()
    await rules.getByRole('button', { name: 'Yes, by many' }).click()
    await expect(rules.getByText(/Warnings come later than usual/)).toBeVisible()
    await rules.getByRole('button', { name: 'No', exact: true }).click()
    await expect(rules.getByText('You said: these items are not looked at by many people.')).toBeVisible()
    await expect(rules.getByText(/Warnings come later than usual/)).toBeHidden()
  } finally {
    await withDatabase(assay, (client) =>
      client.query(`delete from verdict_calibration where sku_id in (select id from ${own})`),
    )
  }
})

test('changes thresholds of a SKU and used-up items on the screen of alerts, and undoes it [VD06]', async ({
  page,
  assay,
}) => {
  const code = (await shopperCodes(assay)).brands.get('Highland Tea')!
  const fired = async () => {
    const { item } = await (await page.request.get(`/api/tag/verify?a=${code}`)).json()
    return item.fired.map(({ rule }: { rule: string }) => rule)
  }
  await signInAsMerchant(page, { at: '/alerts' })
  await page.getByRole('button', { name: 'Alert rules…' }).click()
  const thresholds = page.getByRole('dialog', { name: 'Alert rules' })
  await thresholds.getByLabel('SKU').selectOption({ index: 1 })
  const strangers = thresholds.getByLabel('Shoppers from elsewhere')
  await expect(thresholds.getByText(/1–20, default 3/)).toBeVisible()
  await expect(thresholds.getByText(/Not enough scanned items yet: \d+ of 300/)).toBeVisible()
  await thresholds.getByLabel('How the item is used').selectOption('Shown to customers')
  await expect(thresholds.getByText(/It stands where many people see and scan it/)).toBeVisible()
  const before = await strangers.inputValue()
  await strangers.fill('0')
  await thresholds.getByRole('button', { name: 'Save' }).click()
  await expect(strangers).toHaveAttribute('aria-invalid', 'true')
  await strangers.fill('12')
  await thresholds.getByRole('button', { name: 'Back to the defaults' }).click()
  await expect(strangers).toHaveValue('3')
  await expect(thresholds.getByLabel('How the item is used')).toHaveValue('one_owner')
  await strangers.fill(before)
  await thresholds.getByRole('button', { name: 'Save' }).click()
  await expect(thresholds).toBeHidden()

  await page.getByRole('button', { name: 'Mark as used…' }).click()
  const used = page.getByRole('dialog', { name: 'Mark as used' })
  await used.getByRole('button', { name: 'Mark as used' }).click()
  await expect(used.getByText('Please fill in the code')).toBeVisible()
  await used.getByLabel('Code of the item').fill(`${assay.url}/v/${code}`)
  await used.getByRole('button', { name: 'Mark as used' }).click()
  try {
    await expect(used.getByRole('status')).toContainText('Marked as used')
    await expect.poll(fired).toContain('consumed')
  } finally {
    await used.getByRole('button', { name: 'Undo' }).click()
  }
  await expect(used.getByRole('status')).toContainText('No longer marked as used')
  await expect.poll(fired).not.toContain('consumed')
})
