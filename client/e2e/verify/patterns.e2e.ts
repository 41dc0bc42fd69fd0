import { expect } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { withDatabase } from '#client/e2e/setup/database.ts'
import { runJob } from '#client/e2e/setup/run-job.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

/** Sixteen codes of the largest order of the demo merchant, opened by one phone within half an hour, some days ago. */
const photographed = `
  with codes as (
    select c.address, c.merchant_id, o.sku_id, c.serial_no from code c join code_order o on o.id = c.order_id
    join activation a on a.address = c.address
    where o.id = (select id from code_order where activated >= 20 order by activated desc, id limit 1)
    order by c.serial_no limit 16
  ), place as (
    insert into scan_place (country, region, city, lat, lng) values ('VN', '', 'Hanoi', 21.03, 105.85)
    on conflict (city, region, country, coalesce(lat, 'NaN'), coalesce(lng, 'NaN')) do update set region = '' returning id
  ), looks as (
    insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
    select date_trunc('day', now(), 'UTC') - interval '3 days' + (serial_no * 2 + 60) * interval '1 minute', 7::bigint << 32, place.id, 1,
      'v', 'g', merchant_id, sku_id, address from codes, place returning 1)
  select count(*)::int as looks from looks`

const sentence = /One visitor opened 16 codes of this order within \d+ min/

test('shows who opened many codes, marks them as copied for shoppers, and takes it back [VD10]', async ({
  page,
  assay,
}) => {
  await withDatabase(assay, async (client) => {
    await client.query('delete from pattern_case')
    await client.query('delete from pattern_mark')
    const { rows } = await client.query(photographed)
    expect(rows).toEqual([{ looks: 16 }])
  })
  await signInAsMerchant(page, { at: '/alerts' })
  const section = page.getByRole('heading', { name: 'Patterns across codes', level: 2 }).locator('..')
  await expect(section.getByText('No patterns across codes')).toBeVisible()
  await expect(section.getByText(/scattered over an order cannot be found/)).toBeVisible()

  await runJob(assay, { name: 'pattern.find' })
  await withDatabase(assay, async (client) => {
    const found = async () => (await client.query('select count(*)::int as found from pattern_case')).rows[0].found
    await expect.poll(found, { timeout: 60_000 }).toBe(1)
  })
  await page.reload()
  await expect(section.getByText(sentence)).toBeVisible()
  await section
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Show details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Patterns across codes' })
  await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Map with 1 place' })).toBeVisible()
  await expect(dialog.getByText('Hanoi, Vietnam', { exact: true })).toBeVisible()
  const code = dialog.getByRole('table').getByRole('link').first()
  await expect(code).toHaveAttribute('href', /\/code\?a=/)
  expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([])

  await dialog.getByRole('button', { name: 'Mark these codes as copied' }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('Mark 16 codes as copied?')
  await expect(asked).toContainText('This may be a copy')
  await asked.getByRole('button', { name: 'Mark as copied' }).click()
  await expect(dialog.getByRole('button', { name: 'Take the marks back' })).toBeVisible()
  const address = new URL((await code.getAttribute('href'))!, assay.url).searchParams.get('a')!
  const copied = () =>
    withDatabase(assay, async (client) => {
      const { rows } = await client.query('select count(*)::int as marks from code_mark where copied_at is not null')
      return rows[0].marks as number
    })
  const marked = await copied()
  expect(marked).toBeGreaterThanOrEqual(16)

  await dialog.getByRole('button', { name: 'Take the marks back' }).click()
  await expect(dialog.getByRole('button', { name: 'Mark these codes as copied' })).toBeVisible()
  expect(await copied()).toBe(marked - 16)

  await dialog.getByRole('button', { name: 'Close with a reason…' }).click()
  const close = page.getByRole('dialog', { name: 'Close this pattern' })
  await close.getByLabel('Reason').selectOption({ label: 'Our own people or partners' })
  await close.getByRole('button', { name: 'Close pattern' }).click()
  await expect(dialog.getByRole('button', { name: 'Open again' })).toBeVisible()

  await code.click()
  await expect(page).toHaveURL(new RegExp(`/code\\?a=${address}`))
})
