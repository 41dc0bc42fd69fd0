import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signIn } from '#client/e2e/setup/sign-in.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import {
  fillInSubmission,
  openWithOfflineData,
  submissionListPath,
  submissionsOnServer,
  syncBadge,
} from './field-work.ts'

test.use({ serviceWorkers: 'allow' })

const landing = (page: Page) => expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
const isIn = (page: Page, email: string) => expect(page.getByTestId('whoami')).toHaveText(email)

/** @param discard whether this device has unsaved input, which the sign-out deletes after a question */
async function signOutIn(page: Page, discard = false): Promise<void> {
  await page.goto('/signout')
  if (discard) await page.getByRole('button', { name: 'Delete it and sign out' }).click()
  await landing(page)
}

/** The number of unsent operations on the device, of all users. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('assay-') ? [name] : []))
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve) => {
          indexedDB.open(name).onsuccess = ({ target }) => {
            const db = (target as IDBOpenDBRequest).result
            db.transaction('outbox').objectStore('outbox').count().onsuccess = (counted) => {
              db.close()
              resolve((counted.target as IDBRequest<number>).result)
            }
          }
        }),
    )
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  })

test('applies a sign-out, a sign-in and a change of user to the other tab without interaction [AU06]', async ({
  page,
  context,
}) => {
  const [merchant, dealer] = demoSignIns
  await openWithOfflineData(page)
  const other = await context.newPage()
  await other.goto(submissionListPath)
  await isIn(other, merchant.email)
  await fillInSubmission(other, 'ELSEWHERE-1')

  await signOutIn(page, true)
  await landing(other)
  await expect(other.getByText('You were signed out in another tab or on another device.')).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(0)

  await signIn(page, dealer.email, dealer.password)
  await isIn(page, dealer.email)
  await isIn(other, dealer.email)
  await signOutIn(other)
  await landing(page)

  // Another user signs in while the other tab still shows the previous user, whose session the server has ended.
  await signIn(page, merchant.email, merchant.password)
  await isIn(other, merchant.email)
  await context.clearCookies()
  await page.goto('/')
  await landing(page)
  await isIn(other, merchant.email)
  await signIn(page, dealer.email, dealer.password)
  await isIn(other, dealer.email)
  expect(await waiting(page)).toBe(0)
})

/**
 * Runs in the page: the tab receives no events from other tabs and from the server, like a suspended one. The stream of events
 * stays open: when it is connected again, the tab notices the change of user.
 */
function suspendEvents(): void {
  Object.assign(globalThis, { BroadcastChannel: undefined })
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => (input === '/api/events' ? new Promise(() => undefined) : fetch(input, init))
  for (const event of ['storage', 'focus', 'pageshow', 'visibilitychange']) {
    for (const target of [window, document]) {
      target.addEventListener(event, (heard) => !('told' in heard) && heard.stopImmediatePropagation(), true)
    }
  }
}

test('rejects a save in a tab that missed the sign-out, keeps its text, and sends nothing [AU06 OF03]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  const deaf = await context.newPage()
  await deaf.addInitScript(suspendEvents)
  await deaf.goto(submissionListPath)
  await deaf.getByText('LOT-2026-041').waitFor()
  const dialog = await fillInSubmission(deaf, 'LATE-1')

  await signOutIn(page, true)
  const [, dealer] = demoSignIns
  await signIn(page, dealer.email, dealer.password)
  await isIn(page, dealer.email)

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    deaf.getByText('You were signed out in another tab: this was not saved.', { exact: false }),
  ).toBeVisible()
  await expect(dialog.getByLabel('Lot')).toHaveValue('LATE-1')
  expect(await waiting(deaf)).toBe(0)
  expect(await submissionsOnServer(baseURL!, 'LATE')).toEqual([])

  // After it wakes, the tab follows.
  await deaf.evaluate(() => window.dispatchEvent(Object.assign(new Event('focus'), { told: true })))
  await isIn(deaf, dealer.email)
  await expect(syncBadge(deaf)).toHaveAttribute('data-state', 'sent')
  expect(await submissionsOnServer(baseURL!, 'LATE')).toEqual([])
})
