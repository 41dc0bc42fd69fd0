import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { openWithOfflineData, saveNewSubmission, submissionsOnServer, syncBadge } from './field-work.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 240_000 })

/** Two unsent records, and a user who wants to sign out with a copy of them. */
async function leaveWithCopy(page: Page, context: BrowserContext, prefix: string): Promise<void> {
  await context.setOffline(true)
  for (const n of [1, 2]) await saveNewSubmission(page, `${prefix}-${n}`)
  await expect(syncBadge(page)).toHaveText('↑2')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.getByLabel('Type the number of records to discard them here').fill('2')
  await page.getByRole('button', { name: 'Save to a file and discard' }).click()
}

const landing = (page: Page) => expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()

/** The user signs in again and restores the discarded records, which are then sent. */
async function bringBack(page: Page, context: BrowserContext, baseURL: string, prefix: string): Promise<void> {
  await context.setOffline(false)
  await signInAsMerchant(page)
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent')
  expect(await submissionsOnServer(baseURL, prefix)).toEqual([])
  await syncBadge(page).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(`Submission ${prefix}-1 and 1 other record`)).toBeVisible()
  await panel.getByRole('button', { name: 'Bring back' }).click()
  await expect(panel.getByRole('heading', { name: 'Discarded' })).toHaveCount(0)
  await expect(async () =>
    expect(await submissionsOnServer(baseURL, prefix)).toEqual([`${prefix}-1`, `${prefix}-2`]),
  ).toPass({
    timeout: 60_000,
  })
}

test('OF03 discards nothing without confirmation when downloads are denied, and restores the records after a confirmed download', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: 'allow', acceptDownloads: false })
  await context.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }))
  const page = await context.newPage()
  await openWithOfflineData(page)
  await leaveWithCopy(page, context, 'DENIED')
  await expect(page.getByRole('heading', { name: 'Is the file on this device?' })).toBeFocused()
  await expect(page.getByText(/^assay-unsent-.*\.json · [\d.]+ (byte|kB)/)).toBeVisible()
  await page.getByRole('button', { name: 'Save again' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(syncBadge(page)).toHaveText('↑2')

  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.getByLabel('Type the number of records to discard them here').fill('2')
  await page.getByRole('button', { name: 'Save to a file and discard' }).click()
  await page.getByRole('button', { name: 'The file is saved: discard' }).click()
  await landing(page)
  await expect(page.getByTestId('unsent-here')).toHaveCount(0)
  await bringBack(page, context, baseURL!, 'DENIED')
  await context.close()
})

type Chosen = { chosen: FileSystemFileHandle | undefined }

/** Runs in the page: the user chooses a place in the browser's own file system, but cancels the first dialog. */
function fakeSaveFilePicker(): void {
  let asked = 0
  const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
    if (asked++ === 0) throw new DOMException('The user aborted a request.', 'AbortError')
    const folder = await navigator.storage.getDirectory()
    const chosen = await folder.getFileHandle(suggestedName, { create: true })
    return Object.assign(window, { chosen }).chosen
  }
  Object.assign(window, { showSaveFilePicker })
}

test('OF03 skips the confirmation when the file was written to a chosen place, and loses nothing when no place is chosen', async ({
  page,
  context,
  baseURL,
}) => {
  await page.addInitScript(fakeSaveFilePicker)
  await openWithOfflineData(page)
  await leaveWithCopy(page, context, 'CHOSEN')
  const save = page.getByRole('button', { name: 'Save to a file and discard' })
  await expect(save).toBeEnabled()
  await expect(page.getByRole('heading', { name: 'Some of your work is not sent' })).toBeVisible()
  await save.click()
  await landing(page)
  const written = await page.evaluate(async () => (await (window as unknown as Chosen).chosen!.getFile()).text())
  expect(JSON.parse(written).rows).toHaveLength(2)
  await bringBack(page, context, baseURL!, 'CHOSEN')
})
