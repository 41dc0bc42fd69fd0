import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { test } from '#client/e2e/setup/browser-profile.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'
import { logisticContract } from '#shared/logistic/contract.ts'
import {
  fillInSubmission,
  merchantSender,
  openWithOfflineData,
  saveNewSubmission,
  storedOnDevice,
  submissionListPath,
  submissionsOnServer,
  syncBadge,
} from './field-work.ts'
import { addShipment, inactiveCodes, rowOf, shipmentListPath } from './shipments.ts'

test.use({ serviceWorkers: 'allow' })

/** Kills the whole browser with SIGKILL, like a phone whose battery is removed: no shutdown code runs. */
async function killBrowser(context: BrowserContext): Promise<void> {
  const session = await context.browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const { id } = processInfo.find(({ type }) => type === 'browser')!
  const closed = context.waitForEvent('close')
  process.kill(id, 'SIGKILL')
  await closed
  while (lives(id)) await pause(20)
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('keeps offline saves when the browser is killed, and sends them exactly once [OF02 OF03]', async ({
  openProfile,
  baseURL,
}) => {
  // The session must be persistent. The browser writes cookies to disk within half a minute, or when it is closed.
  const evening = await openProfile()
  await openWithOfflineData(evening.pages()[0]!, { keep: true })
  await evening.close()

  const first = await openProfile()
  const page = first.pages()[0]!
  await first.setOffline(true)
  await page.goto(submissionListPath)
  await saveNewSubmission(page, 'BATTERY-1')
  await killBrowser(first)

  const second = await openProfile()
  await second.setOffline(true)
  const again = second.pages()[0]!
  await again.goto(submissionListPath)
  await expect(again.getByText('BATTERY-1')).toBeVisible()
  await expect(syncBadge(again)).toHaveText('↑1')
  expect(await submissionsOnServer(baseURL!, 'BATTERY')).toEqual([])

  await second.setOffline(false)
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
  expect(await submissionsOnServer(baseURL!, 'BATTERY')).toEqual(['BATTERY-1'])
})

test('keeps what was typed a moment ago when the browser is killed: a new submission, and answers [OF02]', async ({
  openProfile,
}) => {
  const evening = await openProfile()
  await openWithOfflineData(evening.pages()[0]!, { keep: true })
  await evening.close()

  const first = await openProfile()
  const page = first.pages()[0]!
  await first.setOffline(true)
  await page.goto(submissionListPath)
  await fillInSubmission(page, 'TYPED-1')
  await expect.poll(() => storedOnDevice(page, '.drafts')).toContain('TYPED-1')
  await killBrowser(first)

  const second = await openProfile()
  const again = second.pages()[0]!
  await second.setOffline(true)
  await again.goto(submissionListPath)
  await again.getByRole('button', { name: 'Create Submission' }).click()
  const dialog = again.getByRole('dialog')
  await expect(dialog.getByText('We restored your unsaved changes.')).toBeVisible()
  await expect(dialog.getByLabel('Lot')).toHaveValue('TYPED-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(again.getByText(/^Section 1 of/)).toBeVisible()
  const url = again.url()
  const answer = again.getByLabel('Leaf weight')
  await answer.fill('137.5')
  await expect.poll(() => storedOnDevice(again)).toContain('137.5')
  // The saved submission is no unsaved input any more.
  await expect.poll(() => storedOnDevice(again, '.drafts')).not.toContain('TYPED-1')
  await killBrowser(second)

  const third = await openProfile()
  const last = third.pages()[0]!
  await third.setOffline(true)
  await last.goto(url)
  await expect(last.getByLabel('Leaf weight')).toHaveValue('137.5')
  await last.goto(submissionListPath)
  await last.getByRole('button', { name: 'Create Submission' }).click()
  await expect(last.getByLabel('Form template')).toBeVisible()
  await expect(last.getByText('We restored your unsaved changes.')).toHaveCount(0)
})

/** Ends the process of a tab as if it had been killed. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

test('keeps three offline shipments when a tab crashes, and sends them once with all codes [OF02 OF03]', async ({
  page,
  context,
  baseURL,
}) => {
  const codes = (await inactiveCodes(baseURL!)).slice(3, 9)
  await openWithOfflineData(page)
  const shipments = [1, 2, 3].map((n) => ({ recipient: `CRASHED-${n}`, codes: codes.slice(2 * n - 2, 2 * n) }))
  await walkTo(page, shipmentListPath)
  await expect(page.getByText('POST-7002')).toBeVisible()
  await context.setOffline(true)
  for (const { recipient, codes } of shipments) await addShipment(page, recipient, codes)
  await expect(syncBadge(page)).toHaveText('↑3')
  await crash(page)

  const again = await context.newPage()
  await again.goto('/logistic')
  await expect(syncBadge(again)).toHaveText('↑3')
  for (const { recipient } of shipments) await expect(rowOf(again, recipient).getByText('Waiting')).toBeVisible()

  await context.setOffline(false)
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
  await expect(syncBadge(again)).toHaveText('')
  const api = createApi(logisticContract, await merchantSender(baseURL!))
  const { rows } = await api.list({ query: { limit: 100 } })
  const arrived = rows.filter(({ recipient }) => recipient.startsWith('CRASHED'))
  expect(arrived.map(({ recipient }) => recipient).toSorted()).toEqual(shipments.map(({ recipient }) => recipient))
  for (const { id, recipient } of arrived) {
    const items = await api.items({ params: { id }, query: {} })
    const sent = shipments.find((one) => one.recipient === recipient)!
    expect(items.rows.map(({ address }) => address).toSorted()).toEqual(sent.codes.toSorted())
    // Returns the codes, because other tests use those of the demo merchant.
    await api.remove({ params: { id } })
  }
})
