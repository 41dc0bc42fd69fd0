import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import {
  openWithOfflineData,
  saveNewSubmission,
  submissionListPath,
  submissionsOnServer,
  syncBadge,
} from './field-work.ts'

test.use({ serviceWorkers: 'allow' })

/** The records that the device has stored outside its database. */
const hasTrace = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('assay.unsent.'))
    const { records = [] } = key ? JSON.parse(localStorage.getItem(key)!) : {}
    return records.map(({ name }: { name: string }) => name)
  })

test('reports unsent records when the browser deleted the database, and never "everything sent" [OF03]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  await context.setOffline(true)
  for (const lot of ['GONE-1', 'GONE-2']) await saveNewSubmission(page, lot)
  await expect.poll(() => hasTrace(page)).toEqual(['GONE-2', 'GONE-1'])
  await page.close()

  // Simulates a browser that evicts data: everything of the origin is deleted except localStorage.
  const again = await context.newPage()
  const devtools = await context.newCDPSession(again)
  const storageTypes = 'indexeddb,cache_storage,service_workers'
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(baseURL!).origin, storageTypes })
  await context.setOffline(false)

  await again.goto(submissionListPath)
  const lost = again.getByRole('alertdialog', { name: 'Unsent work is gone from this device' })
  await expect(lost.getByRole('listitem')).toHaveText([/^Submission GONE-2/, /^Submission GONE-1/])
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'lost')
  await again.keyboard.press('Escape')
  await again.mouse.click(5, 5)
  await again.reload()
  await expect(lost.getByText('GONE-1')).toBeVisible()
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'lost')

  // A confirmation in one tab applies to all tabs.
  const other = await context.newPage()
  await other.goto(submissionListPath)
  await expect(other.getByRole('alertdialog')).toBeVisible()
  await lost.getByRole('button', { name: 'I have noted these records' }).click()
  await expect(lost).toHaveCount(0)
  await expect(other.getByRole('alertdialog')).toHaveCount(0)
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'sent')
  await saveNewSubmission(again, 'GONE-1')
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'sent', { timeout: 30_000 })
  await expect.poll(() => hasTrace(again)).toEqual([])
  await again.reload()
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'sent')
  await expect(lost).toHaveCount(0)
  expect(await submissionsOnServer(baseURL!, 'GONE')).toEqual(['GONE-1'])
})

test('reads the records again when the browser deletes the database of an open console [OF02]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(baseURL!)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  await expect(page.getByText('LOT-2026-041')).toBeVisible({ timeout: 30_000 })
  await saveNewSubmission(page, 'AFTER-1')
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 30_000 })
  expect(await submissionsOnServer(baseURL!, 'AFTER')).toEqual(['AFTER-1'])
})
