import { devices, expect, type Page } from '@playwright/test'
import { syncBadge } from '#client/e2e/offline/field-work.ts'
import { inactiveCodes } from '#client/e2e/offline/shipments.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { mailedLink } from '#client/e2e/setup/mailbox.ts'
import { deniedPaths } from '#client/e2e/setup/screen-paths.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { openInside } from '#client/e2e/setup/walk-to.ts'

const run = Date.now().toString(36)
const [email, name, password] = [`field-${run}@team.example`, `Mei ${run}`, 'Field-worker-1']
const { defaultBrowserType: _, ...phone } = devices['Pixel 7']

test('invites a field worker, who works offline on a phone, and removes the account [AD06 OF04]', async ({
  page,
  baseURL,
  browser,
}) => {
  await signInAsMerchant(page, { at: '/settings/team' })
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('Email').fill(email)
  await expect(dialog.getByLabel('Role')).toHaveValue('field')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('table', { name: 'Invitations' }).getByText(email)).toBeVisible()

  const context = await browser.newContext({ ...phone, baseURL: baseURL! })
  const worker = await context.newPage()
  await join(worker, await mailedLink(baseURL!, email, '/invitation'))
  for (const path of deniedPaths('field')) {
    await openInside(worker, path)
    await expect(worker.getByRole('heading', { name: 'Error 404' }), path).toBeVisible()
  }
  await activateOffline(worker, (await inactiveCodes(baseURL!)).at(-1)!)

  await page.reload()
  const row = page.getByRole('table', { name: 'Team' }).getByRole('row').filter({ hasText: name })
  await expect(row.getByText('Field', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('menuitem', { name: 'Show activity' }).click()
  await expect(page.getByLabel('Member')).toHaveValue(/./)
  await expect(page.getByText('Joined the team')).toBeVisible()
  await page.goBack()
  await row.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await expect(worker.getByTestId('session-ended').or(worker.getByLabel('Email or user name'))).toBeVisible()
  await context.close()
})

async function join(worker: Page, link: string): Promise<void> {
  await worker.goto(link)
  await worker.getByLabel('Your name').fill(name)
  await worker.getByLabel('New password').fill(password)
  await worker.getByLabel('Retype password').fill(password)
  expect(await accessibilityViolations(worker)).toEqual([])
  await worker.getByRole('button', { name: 'Join the team' }).click()
  await expect(worker.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const main = worker.getByRole('main')
  await expect(main.getByRole('link', { name: 'Activate Codes' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Generate Codes' })).toHaveCount(0)
  await expect(worker.getByTestId('credit')).toHaveCount(0)
}

async function activateOffline(worker: Page, code: string): Promise<void> {
  await openInside(worker, '/activatecode')
  await worker.getByRole('tab', { name: 'Scan' }).click()
  const field = worker.getByLabel('Code', { exact: true })
  await expect(field).toBeVisible()
  await worker.context().setOffline(true)
  await expect(worker.getByTestId('offline')).toHaveText(/offline/i)
  await field.fill(code)
  await field.press('Enter')
  await expect(field).toHaveValue('')
  await worker.getByTestId('activate').click()
  await worker.getByRole('alertdialog').getByRole('button', { name: 'Activate 1 code' }).click()
  await worker.getByRole('dialog', { name: '1 code queued' }).getByRole('button', { name: 'Close' }).last().click()
  await worker.context().setOffline(false)
  await expect(syncBadge(worker)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
}
