import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { demoSignIns } from '#scripts/seed/people.ts'
import { test } from './assay.ts'
import { signInAsMerchant } from './sign-in.ts'

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' }

/** The printed addresses that a code of the demo merchant leads to, by what is known of it. */
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const { violations } = await new AxeBuilder({ page })
    .exclude('.preloader')
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
}

for (const javaScriptEnabled of [true, false]) {
  test(`VD05 a shopper reads what is unusual, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    browser,
    baseURL,
    request,
  }) => {
    const { suspect, recalled } = await seeded(request)
    const context = await browser.newContext({ ...phone, baseURL: baseURL!, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(suspect)
    const band = page.getByRole('region', { name: /Look twice|Possible copy/ })
    await expect(band).toBeVisible()
    await expect(band.getByText(/Checked \d+ times in \d+ countries by at least \d+ phones/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The code is genuine')
    if (javaScriptEnabled) await inOrder(page)

    await page.goto(recalled)
    await expect(page.getByRole('region', { name: 'Recalled by the brand' })).toContainText('splinters of wood')
    await page.goto(`${recalled}?lang=ru&theme=bnw`)
    await expect(page.getByRole('region', { name: 'Отозвано производителем' })).toBeVisible()
    await context.close()
  })
}

test('VD08 a shopper without a script reports a suspicion, and the brand finds it by its number', async ({
  browser,
  baseURL,
  request,
  page: console,
}) => {
  const { suspect } = await seeded(request)
  const page = await browser.newPage({ ...phone, baseURL: baseURL!, javaScriptEnabled: false })
  await page.goto(suspect)
  await page.getByRole('link', { name: 'Report a suspicion' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please add a photo, a shop or a few words.')
  await page.getByLabel('Shop or seller').fill('Night market')
  await page.getByLabel('What is wrong?').fill('The seal was broken')
  await page.getByRole('button', { name: 'Send' }).click()
  const reference = await page.locator('.reference').textContent()
  expect(reference).toMatch(/^R-\w{4}-\w{4}$/)
  await page.close()

  await signInAsMerchant(console)
  await console.getByRole('link', { name: 'Alerts' }).first().click()
  await console
    .getByRole('searchbox')
    .or(console.getByPlaceholder(/search/i))
    .first()
    .fill(reference!)
  const row = console.getByRole('row').filter({ hasText: reference! })
  await expect(row).toContainText('The seal was broken')
  await row.getByRole('button', { name: /Actions/ }).click()
  await console.getByRole('menuitem', { name: 'Scan history' }).click()
  const dialog = console.getByRole('dialog')
  await expect(dialog.getByText('Bangkok, TH').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await row.getByRole('button', { name: /Actions/ }).click()
  await console.getByRole('menuitem', { name: 'Close with a reason…' }).click()
  await console.getByRole('dialog').getByRole('button', { name: 'Close alert' }).click()
  await expect(console.getByText('Please select a reason')).toBeVisible()
  await console.getByRole('dialog').getByLabel('Reason').selectOption('mistake')
  await console.getByRole('dialog').getByRole('button', { name: 'Close alert' }).click()
  await expect(row).toContainText('Closed')
})
