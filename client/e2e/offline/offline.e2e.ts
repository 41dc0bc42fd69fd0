import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import {
  fillInSubmission,
  openWithOfflineData,
  saveNewSubmission,
  submissionListPath,
  submissionsOnServer,
  syncBadge,
} from './field-work.ts'
import { restoreOlderBackup } from './restored-backup.ts'

test.use({ serviceWorkers: 'allow' })

const lots = (prefix: string) => [`${prefix}-1`, `${prefix}-2`, `${prefix}-3`]

test('keeps offline saves when the tab is killed, and sends them exactly once [OF02 OF03]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  await context.setOffline(true)
  for (const lot of lots('KILLED')) await saveNewSubmission(page, lot)
  await expect(syncBadge(page)).toHaveText('↑3')
  await page.close()

  const again = await context.newPage()
  await again.goto(submissionListPath)
  await expect(syncBadge(again)).toHaveText('↑3')
  for (const lot of lots('KILLED')) await expect(again.getByText(lot)).toBeVisible()
  // The balance is the last one that this device has read.
  await expect(again.getByTestId('credit')).toHaveText(/\d codes/)
  expect(await submissionsOnServer(baseURL!, 'KILLED')).toEqual([])

  await context.setOffline(false)
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'sent', { timeout: 30_000 })
  expect(await submissionsOnServer(baseURL!, 'KILLED')).toEqual(lots('KILLED'))
})

/** Drops responses of the server after it has executed the requests. */
async function dropResponses(context: BrowserContext, count: number): Promise<void> {
  let lost = 0
  await context.route('**/api/sync/push', async (route) => {
    if (lost === count) return route.continue()
    lost++
    await route.fetch()
    return route.abort()
  })
}

test('repeats a request when its response is lost, and stores nothing twice [OF03]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  await dropResponses(context, 2)
  for (const lot of lots('LOST')) await saveNewSubmission(page, lot)
  await expect(async () => {
    await syncBadge(page).click()
    const send = page.getByRole('button', { name: 'Send now' })
    if (await send.isEnabled()) await send.click()
    await page.keyboard.press('Escape')
    await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  expect(await submissionsOnServer(baseURL!, 'LOST')).toEqual(lots('LOST'))
})

test('starts and works when the network accepts requests but returns no responses [OF01 OF02]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  const held: Route[] = []
  await context.route('**/api/**', (route) => void held.push(route))
  await page.goto(submissionListPath)
  // No request has reached its timeout yet.
  await expect(page.getByText('LOT-2026-041')).toBeVisible({ timeout: 20_000 })
  await saveNewSubmission(page, 'HUNG-1')
  await expect(syncBadge(page)).toHaveText('↑1')
  expect(held.length).toBeGreaterThan(0)

  await context.unroute('**/api/**')
  for (const route of held) await route.continue().catch(() => undefined)
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
  expect(await submissionsOnServer(baseURL!, 'HUNG')).toEqual(['HUNG-1'])
})

test('asks before a sign-out with unsent work, which only its owner can send later [OF03]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  await context.setOffline(true)
  await saveNewSubmission(page, 'KEPT-1')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Some of your work is not sent' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save to a file and discard' })).toBeDisabled()
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await context.setOffline(false)
  // A sign-out without a connection takes effect.
  await page.reload()
  await expect(page.getByTestId('unsent-here')).toContainText('1 record waiting to send – sign in')

  const [, dealer] = demoSignIns
  await page.getByLabel('Email or user name').fill(dealer!.email)
  await page.getByLabel('Password', { exact: true }).fill(dealer!.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent')
  await page.goto('/signout')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await submissionsOnServer(baseURL!, 'KEPT')).toEqual([])

  await signInAsMerchant(page)
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 30_000 })
  await expect(async () => expect(await submissionsOnServer(baseURL!, 'KEPT')).toEqual(['KEPT-1'])).toPass({
    timeout: 20_000,
  })
})

test('keeps both values when two devices fill in a submission, and lets a user resolve the conflict [OF03]', async ({
  browser,
  baseURL,
}) => {
  const devices = await Promise.all(
    [1, 2].map(() => browser.newContext({ serviceWorkers: 'allow', baseURL: baseURL! })),
  )
  const [first, second] = (await Promise.all(devices.map((device) => device.newPage()))) as [Page, Page]
  for (const page of [first, second]) await openWithOfflineData(page)
  for (const device of devices) await device.setOffline(true)
  for (const [page, lot] of [
    [first, 'LOT-2026-043-A'],
    [second, 'LOT-2026-043-B'],
  ] as const) {
    await page
      .getByRole('row', { name: /LOT-2026-043/ })
      .getByRole('button')
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Edit Submission' }).click()
    await page.getByRole('dialog').getByLabel('Lot').fill(lot)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(syncBadge(page)).toHaveText('↑1')
  }
  await devices[0]!.setOffline(false)
  await expect(syncBadge(first)).toHaveAttribute('data-state', 'sent', { timeout: 30_000 })
  await devices[1]!.setOffline(false)
  await expect(syncBadge(second)).toHaveAttribute('data-state', 'attention', { timeout: 30_000 })
  expect(await submissionsOnServer(baseURL!, 'LOT-2026-043')).toEqual(['LOT-2026-043-A'])

  await syncBadge(second).click()
  const panel = second.getByRole('dialog')
  await expect(panel.getByText('Submission LOT-2026-043-A', { exact: true })).toBeVisible()
  await expect(panel.getByText('Lot', { exact: true })).toBeVisible()
  await expect(panel.getByText('Stored: LOT-2026-043-A')).toBeVisible()
  await expect(panel.getByText(/^You changed this on another device at /)).toBeVisible()
  await panel.getByRole('button', { name: 'Keep mine' }).click()
  await second.keyboard.press('Escape')
  await expect(syncBadge(second)).toHaveAttribute('data-state', 'sent', { timeout: 30_000 })
  expect(await submissionsOnServer(baseURL!, 'LOT-2026-043')).toEqual(['LOT-2026-043-B'])
  for (const device of devices) await device.close()
})

/** Runs in the page: storage that is not persistent at first, and rejects values of more than `room` bytes. */
function fakeStorageQuota(): void {
  const disk = { promised: false, room: Infinity }
  Object.assign(window, { disk })
  StorageManager.prototype.persisted = async () => disk.promised
  StorageManager.prototype.persist = async () => disk.promised
  for (const write of ['add', 'put'] as const) {
    const real = IDBObjectStore.prototype[write]
    IDBObjectStore.prototype[write] = function (row, ...key) {
      const bytes: number = row.value?.content?.byteLength ?? 1
      if (bytes > disk.room) throw new DOMException('The disk is full', 'QuotaExceededError')
      return real.call(this, row, ...key)
    }
  }
}

type Disk = { promised: boolean; room: number }
const turn = (page: Page, disk: Partial<Disk>) =>
  page.evaluate((change) => Object.assign((window as unknown as { disk: Disk }).disk, change), disk)

test('shows an alert without persistent storage or with little space, and reports a failed save [OF03]', async ({
  page,
  context,
}) => {
  await page.addInitScript(fakeStorageQuota)
  await openWithOfflineData(page)
  await context.setOffline(true)
  await saveNewSubmission(page, 'RISK-1')
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'atRisk')
  await expect(syncBadge(page)).toHaveAccessibleName('This browser may delete what is not sent: 1 record')
  await syncBadge(page).click()
  await expect(page.getByRole('dialog').getByText(/^Your browser may delete unsent work/)).toBeVisible()

  // The risk remains after a restart.
  await page.reload()
  await expect(syncBadge(page)).toHaveText('↑1')
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'atRisk')
  await turn(page, { promised: true, room: 1_000_000 })
  await saveNewSubmission(page, 'RISK-2')
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'atRisk')

  await turn(page, { room: 0 })
  const dialog = await fillInSubmission(page, 'RISK-3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByTestId('storage-alert')
  await expect(alert).toContainText('the last change was not saved')
  await expect(syncBadge(page)).toHaveText('↑2')
  // The input is still there, and can be saved when there is space.
  await turn(page, { room: Infinity })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(syncBadge(page)).toHaveText('↑3')
  await expect(alert).toHaveCount(0)
})

test('resends forgotten operations to a server restored from a backup, and pulls its records again [OF03]', async ({
  page,
  context,
  baseURL,
  assay,
}) => {
  await openWithOfflineData(page)
  await saveNewSubmission(page, 'BACKUP-1')
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent')
  await expect.poll(() => submissionsOnServer(baseURL!, 'BACKUP')).toEqual(['BACKUP-1'])
  // The next pull of a device that is connected would send the submission again, before it is looked for.
  await context.setOffline(true)
  await restoreOlderBackup(assay.dataDir, 'BACKUP-1')
  expect(await submissionsOnServer(baseURL!, 'BACKUP')).toEqual([])

  const anew = page.waitForRequest((request) => /\/api\/sync\/pull\?.*since=0(&|$)/.test(request.url()))
  await context.setOffline(false)
  await anew
  await expect(async () => expect(await submissionsOnServer(baseURL!, 'BACKUP')).toEqual(['BACKUP-1'])).toPass()
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent')
  for (const lot of ['BACKUP-1', 'LOT-2026-041']) await expect(page.getByText(lot)).toHaveCount(1)
})
