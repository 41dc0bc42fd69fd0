import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAs } from '#client/e2e/setup/sign-in.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { merchantSender, syncBadge } from './field-work.ts'
import { inactiveCodes, shipmentListPath } from './shipments.ts'

const size = { width: 390, height: 844 }
test.use({ viewport: size, hasTouch: true, isMobile: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pill = (page: Page) => page.getByTestId('offline')

test('reports a lost and a restored connection at once, and then loads what was interrupted [OF01]', async ({
  page,
  context,
}) => {
  const offline = Promise.withResolvers<void>()
  await page.route(/trend-chart/, async (route) => {
    await offline.promise
    await route.continue()
  })
  await signInAs(page, 'dealer')
  await expect(pill(page)).toBeEmpty()
  await context.setOffline(true)
  offline.resolve()
  await expect(pill(page)).toHaveText(/offline/i)
  // Where somebody has scrolled, too.
  await page.evaluate(() => scrollTo(0, 600))
  await expect(pill(page).getByText(/offline/i)).toBeInViewport()
  await context.setOffline(false)
  await expect(pill(page)).toHaveText('Back online')
  await expect(page.getByRole('main').getByRole('slider').first()).toBeVisible()
  await expect(pill(page)).toBeEmpty()
})

test('signs out by the account menu of every screen [SH04]', async ({ page }) => {
  await signInAs(page, 'dealer', { at: '/logistic' })
  for (const path of ['/activatecode', '/submission', '/logistic']) {
    await walkTo(page, path)
    await button(page, 'Account').click()
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await button(page, 'Account').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email or user name')).toBeVisible()
})

test('reopens the scanner, keeps the count in view, and leads from the badge to a correction [OF04 CO06]', async ({
  page,
  context,
  baseURL,
}) => {
  const [taken, free] = (await inactiveCodes(baseURL!)) as [string, string]
  await signInAs(page, 'merchant', { at: '/activatecode' })
  await page.getByRole('tab', { name: 'Scan' }).click()
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeVisible()
  await page.goto('/activatecode')
  await expect(field).toBeVisible()

  await context.setOffline(true)
  for (const code of [taken, free]) {
    await field.fill(code)
    await field.press('Enter')
    await expect(field).toHaveValue('')
  }
  await page.evaluate(() => scrollTo(0, 0))
  const activate = page.getByTestId('activate')
  await expect(activate).toHaveText('Activate 2 codes')
  // In the lower part of the screen, where the thumb is, without scrolling.
  const box = (await activate.boundingBox())!
  expect(box.y).toBeGreaterThan(size.height / 2)
  expect(box.y + box.height).toBeLessThanOrEqual(size.height)
  await activate.click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  const queued = page.getByRole('dialog', { name: '2 codes queued' })
  await queued.getByRole('button', { name: 'Close' }).last().click()
  // Codes that are on their way cannot be brought back into the list.
  await expect(button(page, 'Undo')).toBeDisabled()

  // Meanwhile somebody else activates one of them.
  const elsewhere = createApi(activationContract, await merchantSender(baseURL!))
  await elsewhere.activate({ body: { addressList: [taken] } })
  await context.setOffline(false)
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'attention', { timeout: 60_000 })
  await page.goto('/submission')
  await syncBadge(page).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Fix' }).click()
  // The correction itself, not only its screen.
  const correction = page.getByRole('dialog').filter({ has: page.getByTestId('send-others') })
  await expect(correction).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.getByTestId('send-others').click()
  await expect(correction).toBeHidden()
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
})

test('opens the first section of a new submission, checks numbers and fills in the present time [SU02]', async ({
  page,
}) => {
  await signInAs(page, 'dealer', { at: '/submission' })
  await button(page, 'Create Submission').click()
  await page.getByLabel('Form template').selectOption({ label: 'Tea harvest' })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Lot').fill('THUMB-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Section 1 of/)).toBeVisible()
  const next = button(page, 'Next')
  const { width } = (await next.boundingBox())!
  expect(width).toBeGreaterThan(size.width * 0.75)
  await page.getByRole('button', { name: /^Now/ }).first().click()
  await expect(page.locator('input[type=datetime-local]').first()).not.toHaveValue('')
  const number = page.locator('input[inputmode=decimal]').first()
  await number.fill('many')
  await next.click()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toBeFocused()
  await number.fill('12,5')
  await next.click()
  await expect(page.getByText('Section 2 of')).toBeVisible()
})

test('shows recipient, delivery and items of a shipment first, with three rows a card [LO01]', async ({ page }) => {
  await signInAs(page, 'dealer', { at: shipmentListPath })
  const card = page.getByRole('list', { name: 'Logistics' }).getByRole('listitem').filter({ hasText: 'POST-7002' })
  await expect(card.locator('dt')).toHaveText(['Recipient', 'Delivered at', 'List of items'])
  await card.getByRole('button', { name: /^Details/ }).click()
  await expect(card.locator('dt').filter({ hasText: 'Quantity' })).toBeVisible()
})
