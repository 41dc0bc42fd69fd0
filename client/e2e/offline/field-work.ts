import { expect, type Locator, type Page } from '@playwright/test'
import { createApi, type Send } from '#client/core/http/api.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { authContract } from '#shared/auth/contract.ts'
import { submissionContract } from '#shared/submission/contract.ts'

/** All submissions, because other tests create some too. */
export const submissionListPath = '/submission?limit=100'
export const syncBadge = (page: Page) => page.getByTestId('sync-badge')

/** Signs in, and waits until the app and the merchant's records are on the device. */
export async function openWithOfflineData(page: Page, options: { keep?: boolean } = {}): Promise<void> {
  await signInAsMerchant(page, { ...options, at: submissionListPath })
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
  // The next load is answered by the service worker.
  await page.reload()
  // All records of the merchant are pulled first.
  await expect(page.getByText('LOT-2026-041')).toBeVisible({ timeout: 60_000 })
}

/** Creates a submission and fills it in, without saving. */
export async function fillInSubmission(page: Page, lot: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Submission' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Form template').selectOption({ label: 'Tea harvest' })
  await dialog.getByLabel('Lot').fill(lot)
  return dialog
}

export async function saveNewSubmission(page: Page, lot: string): Promise<void> {
  const dialog = await fillInSubmission(page, lot)
  // A double click saves only once.
  await dialog.getByRole('button', { name: 'Save' }).dblclick()
  await expect(dialog).toBeHidden()
  // Its first section opens, where the answers are entered later.
  await expect(page.getByText(/^Section 1 of/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(lot)).toBeVisible()
}

/** The submissions on the server whose identifier starts with this text. */
export async function submissionsOnServer(baseURL: string, prefix: string): Promise<string[]> {
  const { rows } = await createApi(submissionContract, await merchantSender(baseURL)).list({ query: { limit: 100 } })
  return rows
    .map(({ custom_id }) => custom_id)
    .filter((id) => id.startsWith(prefix))
    .toSorted()
}

/** Closes the alerts of all sensors but this one: those of other tests are out of range, too. */
export async function closeOtherAlerts(page: Page, sensor: string): Promise<void> {
  const others = page.getByRole('alertdialog').filter({ hasNotText: sensor })
  // The alert may be closing already, or change into that of this sensor.
  const close = () =>
    others
      .getByRole('button', { name: 'Close', exact: true })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
  // The next alert takes the place of the closed one.
  await page.addLocatorHandler(others, close, { noWaitAfter: true })
}

/** All that this device keeps in IndexedDB, in databases with this end of the name, as JSON. Writes that are not finished are left out. */
export function storedOnDevice(page: Page, suffix = ''): Promise<string> {
  return page.evaluate(async (end) => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.endsWith(end) ? [name] : []))
    const contents = names.map(async (name) => {
      const db = await result(indexedDB.open(name))
      const stores = [...db.objectStoreNames]
      const rows = stores.map((store) => result(db.transaction(store).objectStore(store).getAll()))
      return Promise.all(rows).finally(() => db.close())
    })
    return JSON.stringify(await Promise.all(contents))
  }, suffix)
}

/** Calls the server as the seeded merchant. */
export async function merchantSender(baseURL: string): Promise<Send> {
  const { email, password } = demoSignIns[0]!
  const { jwt } = await createApi(authContract, sender(baseURL)).signIn({ body: { identifier: email, password } })
  return sender(baseURL, jwt)
}
