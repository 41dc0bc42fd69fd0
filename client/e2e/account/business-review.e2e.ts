import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { mailsTo, registeredMerchant } from '#client/e2e/setup/registered-merchant.ts'
import { enter, signInAsAdministrator } from '#client/e2e/setup/sign-in.ts'

/** Makes names unique between runs on the same Assay. */
const run = Date.now().toString(36)

/** Moves through the desk by keyboard until this item is current. */
async function walkTo(page: Page, company: string): Promise<void> {
  const onDesk = page.getByRole('heading', { level: 2, name: company })
  const place = page.getByText(/^\d+ of \d+, \d+ waiting$/)
  await expect(place).toBeVisible()
  const total = Number(/of (\d+)/.exec((await place.textContent())!)![1])
  for (let step = 0; step < total && !(await onDesk.isVisible()); step++) await page.keyboard.press('j')
  await expect(onDesk).toBeVisible()
}

test('reviews businesses by keyboard alone, and undoes a decision before its mail is sent [AD01]', async ({
  page,
  baseURL,
  administrator,
}) => {
  const company = `Keyboard Tea ${run}`
  const other = `Another Tea ${run}`
  const { email, business } = await registeredMerchant(baseURL!, company)
  await registeredMerchant(baseURL!, other)
  await signInAsAdministrator(page, administrator, '/business')
  await page.getByRole('button', { name: 'Reload Table' }).click()
  await expect(page.getByTestId('notification').getByText('Table Reloaded')).toBeVisible()
  await page.getByRole('link', { name: /^Review one by one/ }).focus()
  await page.keyboard.press('Enter')
  await walkTo(page, company)
  await expect(page.getByRole('img', { name: 'registration.png' })).toBeVisible()
  await expect(page.getByText(`REG ${company}`)).toBeVisible()

  // Approved, which the merchant sees immediately, and undone: the item is on the desk again.
  await page.keyboard.press('a')
  await expect(page.getByText(`Approved: ${company}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: company })).toHaveCount(0)
  expect(await business.progress()).toMatchObject({ businessApproved: true })
  await page.keyboard.press('u')
  await expect(page.getByTestId('notification').getByText('Decision undone')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: company })).toBeVisible()
  expect(await business.progress()).toMatchObject({ businessApproved: false })

  // The list of shortcuts opens and closes. Keys that are typed into the reason decide nothing.
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Shortcuts' })
  await expect(keys.getByText('Approve')).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Please fill in this field')).toBeVisible()
  await page.keyboard.type('jakur? no stamp')
  await expect(page.getByLabel('Reason')).toHaveValue('jakur? no stamp')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`Rejected: ${company}`)).toBeVisible()
  expect((await business.read()).details).toMatchObject({ verified: false, review_note: 'jakur? no stamp' })

  // One mail, of the final decision.
  await expect
    .poll(async () => (await mailsTo(baseURL!, email)).map(({ subject }) => subject), { timeout: 30_000 })
    .toContain(`Rejected: your business ${company}`)
  const mails = await mailsTo(baseURL!, email)
  expect(mails.filter(({ subject }) => subject.startsWith('Approved'))).toEqual([])
  expect(mails.find(({ subject }) => subject.startsWith('Rejected'))!.text).toContain('Reason: jakur? no stamp')
})

test('updates the merchant’s steps live when the administrator decides in another window [AU05 SH08]', async ({
  browser,
  baseURL,
  administrator,
}) => {
  const company = `Live Tea ${run}`
  const { email, password } = await registeredMerchant(baseURL!, company)
  const merchant = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  const admin = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await enter(merchant, { email, password })
  const steps = merchant.getByTestId('verification')
  await expect(steps.getByText('Register Your First Brand')).toBeVisible()
  await expect(steps.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  let loads = 0
  merchant.on('load', () => loads++)

  await signInAsAdministrator(admin, administrator, '/business?review')
  await walkTo(admin, company)
  await admin.keyboard.press('a')
  await expect(steps.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3')
  await expect(admin.getByText(`Approved: ${company}`)).toBeVisible()
  await admin.keyboard.press('u')
  await expect(steps.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  await expect(admin.getByRole('heading', { level: 2, name: company })).toBeVisible()
  await admin.keyboard.press('r')
  await expect(admin.getByLabel('Reason')).toBeFocused()
  await admin.keyboard.type('Blurred')
  await admin.keyboard.press('Control+Enter')
  await expect(admin.getByText(`Rejected: ${company}`)).toBeVisible()
  await merchant.getByRole('link', { name: 'Settings' }).click()
  await merchant.getByRole('link', { name: 'Business', exact: true }).click()
  await expect(merchant.getByText('Reason: Blurred.')).toBeVisible()
  expect(loads).toBe(0)
  await merchant.context().close()
  await admin.context().close()
})
