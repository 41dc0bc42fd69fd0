import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { openWithOfflineData, saveNewSubmission, submissionsOnServer, syncBadge } from './field-work.ts'

test.use({ serviceWorkers: 'allow' })

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

/** The user signs in again and imports the file, whose records are then sent. The sign-out has left nothing else. */
async function importAgain(page: Page, context: BrowserContext, baseURL: string, prefix: string, file: string) {
  await context.setOffline(false)
  await signInAsMerchant(page)
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent')
  expect(await submissionsOnServer(baseURL, prefix)).toEqual([])
  await syncBadge(page).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Everything is sent')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Discarded' })).toHaveCount(0)
  const upload = { name: 'unsent.json', mimeType: 'application/json', buffer: Buffer.from(file) }
  await panel.getByLabel('Import copy').setInputFiles(upload)
  await expect(async () =>
    expect(await submissionsOnServer(baseURL, prefix)).toEqual([`${prefix}-1`, `${prefix}-2`]),
  ).toPass({
    timeout: 60_000,
  })
}

/** The databases of accounts on this device. */
const databasesOf = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name = '' }) => (/^assay-.{36}-/.test(name) ? [name] : [])),
  )

test('discards nothing without confirmation when downloads are denied, and removes records after it [OF03]', async ({
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
  await expect.poll(() => databasesOf(page)).toEqual([])
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

test('skips the confirmation when a place for the file was chosen, and loses nothing when none was [OF03]', async ({
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
  await importAgain(page, context, baseURL!, 'CHOSEN', written)
})

test('keeps only unsent operations after a sign-out, says so, and sends them after the next sign-in [OF03]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  const other = await context.newPage()
  await other.goto('/logistic')
  await expect(other.getByText('POST-7002')).toBeVisible()
  await context.setOffline(true)
  await saveNewSubmission(page, 'CREW-1')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByText(/Until then they stay in this browser without encryption/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await landing(page)
  await landing(other)
  await expect(page.getByTestId('unsent-here')).toContainText('They stay in this browser without encryption')
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const known = await indexedDB.databases()
        const name = known.map(({ name = '' }) => name).find((name) => /^assay-.{36}-.{36}$/.test(name))!
        const db = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name)
          request.onsuccess = () => resolve(request.result)
        })
        const rowsOf = (store: string) =>
          new Promise<unknown[]>((resolve) => {
            const request = db.transaction(store).objectStore(store).getAll()
            request.onsuccess = () => resolve(request.result)
          })
        const counts = []
        for (const store of ['records', 'serverBase', 'journal', 'outbox']) counts.push((await rowsOf(store)).length)
        db.close()
        return counts
      }),
    )
    .toEqual([1, 0, 0, 1])
  await context.setOffline(false)
  await signInAsMerchant(page)
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
  expect(await submissionsOnServer(baseURL!, 'CREW')).toEqual(['CREW-1'])
  await page.goto('/submission?limit=100')
  await expect(page.getByText('LOT-2026-041')).toBeVisible()

  // Everything is sent, so nothing stays.
  await page.goto('/signout')
  await landing(page)
  await expect.poll(() => databasesOf(page)).toEqual([])
})
