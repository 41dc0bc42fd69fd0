import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { newMerchant, registerBusinessAndTrademark } from '#client/e2e/setup/new-merchant.ts'
import { enter, signInAsAdministrator, signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'
import { skuBulkContract } from '#shared/sku/bulk-contract.ts'
import { supportContract } from '#shared/support/contract.ts'

const phone = { width: 390, height: 844 }
/** One word of the maximum length, without a position for a line break. */
const long = (start: string, length = 120) => start.padEnd(length, 'W')

/** Asserts that all content fits the phone: no horizontal scrolling, no clipped text. */
async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const beside = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const said = [...document.querySelectorAll('main *, [role=dialog] *, [role=alertdialog] *')].filter(
      (one) => one.childElementCount === 0 && one.textContent?.trim() && one.checkVisibility(),
    )
    const cut = said.filter((one) => one.getBoundingClientRect().right > clientWidth + 1 && !one.closest('nav'))
    return [...(scrollWidth > clientWidth ? ['the page'] : []), ...cut.map((one) => one.textContent!.slice(0, 40))]
  })
  expect(beside, `${what} is wider than the phone`).toEqual([])
}

test('fits names of maximum length on a phone in lists, forms and dialogs [SH07 TM01 SK01 ME01 AD01 AD05]', async ({
  page,
  browser,
  baseURL,
  administrator,
}) => {
  const owner = await newMerchant(baseURL!, (run) => long(`${run}C`))
  const run = owner.company.slice(0, 8)
  const [brand, product, number] = [long(`${run}B`), long(`${run}P`), long(`${run}N`, 80)]
  await registerBusinessAndTrademark(baseURL!, owner, brand)
  const details = { sku_details: { [long('K', 80)]: long('V', 500) }, sku_details_order: [long('K', 80)] }
  await createApi(skuBulkContract, owner.send).add({
    query: { name: long('file', 250) },
    body: [{ name: product, sku: number, trademark: brand, details }],
  })
  await createApi(supportContract, owner.send).send({ body: { message: long(`${run}M`, 4000) } })

  const look = async (screen: Page, path: string, words: string) => {
    await walkTo(screen, path)
    await expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(screen.getByText(words).first(), path).toBeVisible()
    await expectNoOverflow(screen, path)
  }
  const unfold = async (screen: Page, path: string, words: string) => {
    await screen
      .getByRole('button', { name: /^Details: / })
      .first()
      .click()
    await expect(screen.getByText(words).first(), path).toBeVisible()
    await expectNoOverflow(screen, `what is unfolded on ${path}`)
  }
  const choose = async (screen: Page, action: string, role: 'dialog' | 'alertdialog') => {
    await screen
      .getByRole('button', { name: /^Actions: / })
      .first()
      .click()
    await screen.getByRole('menuitem', { name: action, exact: true }).click()
    await expect(screen.getByRole(role)).toBeVisible()
    await expectNoOverflow(screen, `${action} of ${screen.url()}`)
  }

  await page.setViewportSize(phone)
  await enter(page, owner, { at: '/' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look(page, '/brand', brand)
  await unfold(page, '/brand', '1 Tea Lane')
  await choose(page, 'Remove', 'alertdialog')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await choose(page, 'Edit', 'dialog')
  await look(page, '/sku', product)
  await unfold(page, '/sku', long('V', 500))
  await choose(page, 'Edit', 'dialog')
  await look(page, '/media', 'No records to display')
  await page.locator('input[type=file]').setInputFiles(await imageFile(`${long(`${run}F`, 200)}.png`, 'Long'))
  await expect(
    page
      .getByRole('main')
      .getByText(long(`${run}F`, 200))
      .first(),
  ).toBeVisible()
  await expectNoOverflow(page, '/media')
  await choose(page, 'Delete', 'alertdialog')
  await look(page, '/generatecode', 'Order History')
  await look(page, '/customization', product)

  const admin = await (await browser.newContext({ baseURL: baseURL!, viewport: phone })).newPage()
  await signInAsAdministrator(admin, administrator, '/')
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  await look(admin, `/business?search=${run}`, owner.company)
  await unfold(admin, '/business', 'REG-1')
  await choose(admin, 'Account & Billing Control', 'dialog')
  await look(admin, `/brand?search=${run}`, brand)
  await unfold(admin, '/brand', '1 Tea Lane')
  await look(admin, `/user?search=${run}`, owner.company)
  await choose(admin, 'Remove', 'alertdialog')
  await look(admin, `/support?search=${run}`, owner.company)
  await unfold(admin, '/support', `${run}M`)
  await look(admin, `/audit?merchant=${run}`, owner.company)
  await admin.context().close()
})

test('reports a missing connection on every screen, with a retry that works [SH11 ME01 BI02 BU01 AU04]', async ({
  page,
  context,
}) => {
  await signInAsMerchant(page, { at: '/sku' })
  const products = page.getByRole('table', { name: 'Manage SKUs' }).getByRole('row')
  await expect(products.nth(1)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('yes')
  await expect(page.getByText('The server cannot be reached. Check your connection and try again.')).toBeVisible()
  await context.setOffline(false)
  await expect(products.nth(1)).toBeVisible()

  const routes = /\/api\/(uploads|billing|plan|business|auth\/sessions)\b/
  for (const path of ['/media', '/settings/business', '/settings/credit', '/settings']) {
    await page.route(routes, (route) => route.abort())
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByText('This could not be loaded').first(), path).toBeVisible()
    await expect(
      main.getByText('The server cannot be reached. Check your connection and try again.').first(),
      path,
    ).toBeVisible()
    await page.unroute(routes)
    // Each part of a screen has its own retry.
    await expect(async () => {
      for (const again of await main.getByRole('button', { name: 'Try again' }).all())
        await again.click({ timeout: 1000 })
      await expect(main.getByText('This could not be loaded'), path).toHaveCount(0, { timeout: 1000 })
    }).toPass()
  }
})
