import { type Browser, expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { merchantSender } from '#client/e2e/offline/field-work.ts'
import { seededProduct } from '#client/e2e/offline/shipments.ts'
import { pace, pressKeys } from '#client/e2e/scan/keyboard.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { printedCodes } from '#client/e2e/setup/printed-codes.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { openInside } from '#client/e2e/setup/walk-to.ts'
import { inspectPage, phone, skipPreloader } from '#client/e2e/verify/shopper-page.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { orderContract } from '#shared/order/contract.ts'

const host = 'verify.highland.example'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The code of a new order as the print house receives it. */
async function orderedCode(baseURL: string): Promise<string> {
  const send = await merchantSender(baseURL)
  const orders = createApi(orderContract, send)
  const { id } = await orders.create({ body: { skuId: await seededProduct(send), quantity: 1 } })
  await expect.poll(async () => (await orders.read({ params: { id } })).state, { timeout: 60_000 }).toBe('done')
  return (await printedCodes(baseURL, demoSignIns[0]!))[0]!
}

/** A shopper's browser, for which the name leads to this machine. */
async function asShopper(
  browser: Browser,
  args: string[] | undefined,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const shopper = await browser.browserType().launch({
    ...test.info().project.use.launchOptions,
    args: [...(args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  })
  try {
    await run(await shopper.newPage(phone))
  } finally {
    await shopper.close()
  }
}

test('proves a custom domain, prints it, opens the code there and reads it without a connection', async ({
  page,
  context,
  browser,
  baseURL,
  assay,
  launchOptions,
}) => {
  await signInAsMerchant(page, { at: '/settings/host' })
  const card = page.getByRole('region', { name: host })

  await test.step('says which records to set, and what is wrong with an address', async () => {
    await button(page, 'Add your domain').click()
    await page.getByLabel('Your address').fill('github.io')
    await button(page, 'Add').click()
    await expect(page.getByText('Anybody can have a site under this domain.')).toBeVisible()
    await page.getByLabel('Your address').fill(`https://${host}/`)
    await button(page, 'Add').click()
    await expect(card.getByText('Not proven')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await button(page, 'Check now').click()
    await expect(card.getByText(`${host} does not point to localhost.`)).toBeVisible()
  })

  await test.step('is active after the records are set', async () => {
    const proof = (await card.getByText(/^assay-[0-9a-f]{40}$/).textContent())!
    assay.zone[host] = { cname: 'localhost' }
    assay.zone[`_assay-challenge.${host}`] = { txt: [proof] }
    await button(page, 'Check now').click()
    await expect(card.getByText('Active', { exact: true })).toBeVisible()
    await expect(page.getByText(`New codes contain ${host}.`)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  await openInside(page, '/generatecode')
  await expect(page.getByText(`The codes contain ${host}.`)).toBeVisible()
  const code = await orderedCode(baseURL!)
  const { port } = new URL(baseURL!)
  expect(code.startsWith(`HTTP://${host.toUpperCase()}:${port}/V/`)).toBe(true)

  await asShopper(browser, launchOptions.args, async (shopper) => {
    await shopper.goto(code)
    await skipPreloader(shopper)
    await expect(shopper.getByText(`You are on ${host}:${port},`)).toBeVisible()
    await inspectPage(shopper, 'custom domain')
    await shopper.goto(`http://${host}:${port}/settings/host`)
    expect(shopper.url()).toBe(`${baseURL}/settings/host`)
  })

  await test.step('is read by the scanner of the console without a connection', async () => {
    await openInside(page, '/packages')
    await page.getByRole('link', { name: 'Pack a case' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
    await context.setOffline(true)
    await pressKeys(page, code, pace.scanner, 'Enter')
    await expect(page.getByTestId('said')).toHaveText('Code 1 added')
    await context.setOffline(false)
  })

  await test.step('says how many orders contain the domain when it is removed', async () => {
    await page.goto('/settings/host')
    await button(page, 'Remove').click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(dialog.getByText('The codes of one order contain this address')).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Domain removed')).toBeVisible()
    await expect(page.getByText(/^New codes contain localhost/)).toBeVisible()
  })
})
