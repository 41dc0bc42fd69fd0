import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { newMerchant, registerBusinessAndTrademark } from '#client/e2e/setup/new-merchant.ts'
import { enter, signInAs, signInAsAdministrator } from '#client/e2e/setup/sign-in.ts'
import { openInside, searchOne } from '#client/e2e/setup/walk-to.ts'
import { hostContract } from '#shared/customization/host-contract.ts'
import { supportContract } from '#shared/support/contract.ts'

const said = (page: Page, words: string) => expect(page.getByTestId('notification').getByText(words)).toBeVisible()
const missing = (page: Page) => expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible()

test('filters the audit trail by merchant, actor and error, and keeps the filter in the URL [AD01]', async ({
  page,
  baseURL,
  administrator,
}) => {
  const merchant = await newMerchant(baseURL!)
  await registerBusinessAndTrademark(baseURL!, merchant)
  await signInAsAdministrator(page, administrator, '/audit')
  await expect(page.getByText('Chain intact')).toBeVisible()
  await page.getByRole('textbox', { name: 'Merchant' }).fill(merchant.company)
  await page.getByRole('textbox', { name: 'Who' }).fill(merchant.email)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL(/merchant=Company/)
  const rows = page.getByRole('table', { name: 'Audit trail' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Registered the business' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Registered a trademark' })).toHaveCount(1)
  await expect(rows.filter({ hasNotText: merchant.company })).toHaveCount(1)

  // The URL alone restores the filter.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Who' })).toHaveValue(merchant.email)
  const entry = rows.filter({ hasText: 'Registered the business' })
  await entry.getByRole('button', { name: /^Details/ }).click()
  await expect(page.getByText(/^No\. \d+ of/)).toBeVisible()
  await entry.getByRole('button', { name: /^Details/ }).click()
  await expect(page.getByText(/^No\. \d+ of/)).toHaveCount(0)
  const reference = (await entry.getByRole('cell').last().textContent())!.trim()
  const clear = page.getByRole('button', { name: 'Clear filter' })
  await clear.click()
  await expect(clear).toBeHidden()
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Registered the business')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  expect([lines.length, lines[1]?.includes('business.create')]).toEqual([2, true])

  // A day with and a day without entries, both included.
  await page.goto(`/audit?merchant=${encodeURIComponent(merchant.company)}`)
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('From').fill(today)
  await page.getByLabel('To').fill(today)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(rows.filter({ hasText: 'Registered the business' })).toHaveCount(1)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To').fill('2020-01-02')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByText('No matching entries')).toBeVisible()

  await page.goto('/audit')
  await page.getByRole('textbox', { name: 'Reference' }).fill('x'.repeat(60))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByText('No matching entries')).toBeVisible()
})

test('shows what is kept, since when and how large it is, and explains each setting [AD01]', async ({
  page,
  administrator,
}) => {
  await signInAsAdministrator(page, administrator, '/retention')
  const rows = page.getByRole('table', { name: 'Data retention' }).getByRole('row')
  const mails = rows.filter({ hasText: 'Emails' })
  await expect(mails).toContainText('90 days')
  await expect(mails).toContainText(/[kM]B/)
  await expect(rows.filter({ hasText: 'Audit trail' })).toContainText('No limit')
  await mails.getByRole('button', { name: /^Details/ }).click()
  await expect(page.getByText('Environment variable KEEP_MAILS_DAYS, in days.')).toBeVisible()
  await expect(page.getByText('No entries were sealed')).toBeVisible()
})

test('shows the audit trail only to administrators, and offers a retry without a connection [AD01 AD06]', async ({
  page,
  browser,
  baseURL,
  administrator,
}) => {
  const merchant = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await signInAs(merchant, 'merchant', { at: '/audit' })
  await missing(merchant)
  await merchant.context().close()
  await page.route('**/api/audit?*', (route) => route.abort())
  await signInAsAdministrator(page, administrator, '/audit')
  await expect(page.getByText('This could not be loaded').first()).toBeVisible()
  await page.unroute('**/api/audit?*')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('table', { name: 'Audit trail' }).getByRole('row').nth(1)).toBeVisible()
})

test('switches features of a merchant on and off, with immediate effect for the merchant [AD01 SH04 SH09]', async ({
  page,
  browser,
  baseURL,
  administrator,
}) => {
  const owner = await newMerchant(baseURL!)
  await registerBusinessAndTrademark(baseURL!, owner)
  const merchant = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await enter(merchant, owner)
  await merchant.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  const forms = merchant.getByRole('link', { name: 'Forms', exact: true })
  await expect(forms).toHaveCount(0)
  await openInside(merchant, '/form')
  await missing(merchant)
  await openInside(merchant, '/')

  await signInAsAdministrator(page, administrator, '/business')
  await searchOne(page, owner.company)
  await page.getByRole('button', { name: `Actions: ${owner.company}` }).click()
  await page.getByRole('menuitem', { name: 'Features' }).click()
  const dialog = page.getByRole('dialog', { name: `Features: ${owner.company}` })
  const ability = (name: string) => dialog.getByRole('checkbox', { name }).or(dialog.getByRole('switch', { name }))
  await expect(ability('Temperature Tagging')).not.toBeChecked()
  await dialog.getByText('Temperature Tagging', { exact: true }).click()
  await said(page, 'Features updated')
  await expect(ability('Temperature Tagging')).toBeChecked()
  await expect(forms).toBeVisible()

  // A rejected change is not displayed as accepted.
  await page.route('**/api/merchant/feature/*', (route) => route.abort())
  await dialog.getByText('Halal', { exact: true }).click()
  await expect(ability('Halal')).not.toBeChecked()
  await page.unroute('**/api/merchant/feature/*')
  await dialog.getByText('Halal', { exact: true }).click()
  await expect(ability('Halal')).toBeChecked()
  await expect(merchant.getByText('Halal').or(merchant.getByLabel(/Halal/)).first()).toBeVisible()

  await dialog.getByText('Temperature Tagging', { exact: true }).click()
  await expect(ability('Temperature Tagging')).not.toBeChecked()
  await expect(forms).toHaveCount(0)
  await merchant.context().close()
})

test('delivers a support message to the administrator, and mails the reply and a copy [BI02]', async ({
  page,
  browser,
  baseURL,
  administrator,
}) => {
  const owner = await newMerchant(baseURL!)
  const words = `Our printer asks for ${'a very long explanation of every label '.repeat(20)}${owner.company}`
  await enter(page, owner, { at: '/support' })
  await page.getByText('What is a SKU?').click()
  await expect(page.getByText(/A SKU is one product of a brand/)).toBeVisible()
  await page.getByRole('tab', { name: 'Contact Support' }).click()
  const message = page.getByLabel('Your message')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await message.fill(words)
  // Without a connection the input stays.
  await page.route('**/api/support', (route) => route.abort())
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByTestId('notification').first()).toBeVisible()
  await expect(message).toHaveValue(words)
  await page.unroute('**/api/support')
  await page.getByRole('button', { name: 'Send message' }).click()
  await said(page, 'Your message was sent')
  await expect(message).toHaveValue('')
  const { rows } = await createApi(supportContract, owner.send).list({ query: {} })
  expect(rows.map(({ message }) => message)).toEqual([words])
  await expect(async () => {
    const mails = (await (await fetch(`${baseURL}/mailbox.json`)).json()) as { to: string; text: string }[]
    expect(mails.some(({ to, text }) => to === owner.email && text.includes(owner.company))).toBe(true)
  }).toPass({ timeout: 20_000 })

  const admin = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await admin.setViewportSize({ width: 390, height: 844 })
  await signInAsAdministrator(admin, administrator, '/support')
  await searchOne(admin, owner.company)
  await admin.getByRole('button', { name: `Details: ${owner.company}` }).click()
  await expect(admin.getByText(words)).toBeVisible()
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await admin.getByRole('button', { name: `Actions: ${owner.company}` }).click()
  await admin.getByRole('menuitem', { name: 'Mark as answered' }).click()
  await said(admin, 'Message updated')
  await expect(admin.getByText('Answered')).toBeVisible()
  await admin.context().close()
})

test('counts waiting requests in the menu, approves a host, and rejects one with a reason [AD01 AD08]', async ({
  page,
  baseURL,
  administrator,
}) => {
  const owner = await newMerchant(baseURL!)
  const own = createApi(hostContract, owner.send)
  const [shop, video] = [`shop.${owner.company.slice(-8)}.example`, `video.${owner.company.slice(-8)}.example`]
  await own.ask({ body: { use: 'redirect', host: shop } })
  await own.ask({ body: { use: 'embed', host: video } })
  await signInAsAdministrator(page, administrator, '/')
  const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /^Businesses/ })
  const counted = async () => Number(/\d+/.exec((await entry.textContent()) ?? '')?.[0] ?? 0)
  await expect.poll(counted).toBeGreaterThanOrEqual(2)
  const before = await counted()
  await entry.click()
  await page.getByRole('button', { name: `Approve: ${shop}` }).click()
  await expect(page.getByText(shop)).toHaveCount(0)
  await expect.poll(counted).toBe(before - 1)
  await page.getByRole('button', { name: `Reject: ${video}` }).click()
  const reason = page.getByRole('region', { name: `Reject ${video}` })
  await reason.getByRole('button', { name: 'Reject' }).click()
  await expect(reason.getByText('Please fill in this field')).toBeVisible()
  await reason.getByLabel('Reason').fill('This site belongs to somebody else')
  await reason.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText(video)).toHaveCount(0)
  await expect.poll(counted).toBe(before - 2)
  const states = (await own.own({ query: {} })).rows.map(({ host, state, note }) => [host, state, note])
  expect(states).toContainEqual([shop, 'approved', ''])
  expect(states).toContainEqual([video, 'rejected', 'This site belongs to somebody else'])
})
