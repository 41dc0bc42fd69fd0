import { expect, type Page, type Request } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsAdministrator } from '#client/e2e/setup/sign-in.ts'
import { searchOne } from '#client/e2e/setup/walk-to.ts'
import { type ShopperCodes, shopperCodes } from './shopper-codes.ts'
import { skipPreloader } from './shopper-page.ts'

let codes: ShopperCodes
test.beforeAll(async ({ assay }) => {
  codes = await shopperCodes(assay)
})

async function open(page: Page, code: string): Promise<void> {
  await page.goto(`/v/${code}`)
  await skipPreloader(page)
  await page.locator('.leave').first().waitFor()
}

const hostOf = (at: Page | Request) => new URL(at.url()).host

test('redirects only to hosts that an administrator approved [SK03 VE05 AD08]', async ({
  browser,
  page,
  administrator,
  assay,
}) => {
  const code = codes.brands.get('Highland Tea')!
  const { verify_url } = await (await page.request.get(`/api/tag/verify?a=${code}`)).json()
  const { host } = new URL(verify_url)
  const shopper = await (await browser.newContext({ baseURL: assay.url, locale: 'en-US' })).newPage()
  await shopper.clock.install()
  // The host does not exist; the test only checks that the browser requests it.
  const asked: string[] = []
  shopper.on('request', (request) => void (request.isNavigationRequest() && asked.push(hostOf(request))))
  const own = new URL(assay.url).host

  await signInAsAdministrator(page, administrator, '/business')
  await searchOne(page, 'Highland')
  const row = page.getByRole('row').filter({ hasText: 'Highland' }).first()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Features' }).click()
  const redirects = page.getByRole('textbox', { name: 'Sites pages may redirect to' })
  const before = await redirects.inputValue()
  const approve = async (hosts: string) => {
    await redirects.fill(hosts)
    await page.getByRole('button', { name: 'Save hosts' }).click()
  }
  try {
    for (const wrong of [`//${host}`, `\\\\${host}`, `user@${host}`, 'tea', `${host}:8443`]) {
      await approve(wrong)
      await expect(page.getByText('Invalid host name'), wrong).toBeVisible()
    }
    await approve(`sub.${host}\n${host.replace('e', 'е')}`)
    await expect(redirects).toHaveValue(/^sub\..*\nxn--/)
    await open(shopper, code)
    await expect(shopper.locator('.circle')).toHaveCount(0)
    await shopper.clock.runFor(15_000)
    expect(hostOf(shopper)).toBe(own)
    expect(asked).not.toContain(host)

    await approve(`https://${host.toUpperCase()}/any/page`)
    await expect(redirects).toHaveValue(host)
    await expect
      .poll(async () => (await (await page.request.get(`/api/tag/verify?a=${code}`)).json()).autoRedirect)
      .toBe(true)
    await open(shopper, code)
    await expect(async () => {
      await shopper.clock.runFor(2000)
      expect(asked).toContain(host)
    }).toPass()
  } finally {
    await approve(before)
    await expect(redirects).toHaveValue(before)
    await shopper.context().close()
  }
})
