import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { registeredMerchant } from '#client/e2e/setup/registered-merchant.ts'
import { enter } from '#client/e2e/setup/sign-in.ts'

const company = `Key Tea ${Date.now().toString(36)}`

/** The public key of a saved file, as base64. */
function publicKeyIn(pem: string): string {
  const spki = createPublicKey(createPrivateKey(pem)).export({ format: 'der', type: 'spki' })
  return spki.subarray(-32).toString('base64')
}

/** Presses a button that makes a key, and returns the public part of the file that was saved. */
async function madeBy(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect(download.suggestedFilename()).toBe('signing-key.pem')
  return publicKeyIn(readFileSync(await download.path(), 'utf8'))
}

test('makes, replaces and withdraws a merchant key in the browser, and shows which one was valid [VE03]', async ({
  page,
  baseURL,
}) => {
  const { email, password } = await registeredMerchant(baseURL!, company)
  await enter(page, { email, password }, { at: '/settings/business' })
  const panel = page.getByRole('region', { name: 'Signing key' })
  await expect(panel.getByText('You have no key yet.')).toBeVisible()
  const first = await madeBy(page, () => panel.getByRole('button', { name: 'Create a key' }).click())
  await expect(panel.getByText(first)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  const address = (await panel.getByRole('link', { name: 'Where it is published' }).getAttribute('href'))!

  await panel.getByRole('button', { name: 'Replace the key' }).click()
  const question = page.getByRole('alertdialog')
  const second = await madeBy(page, () => question.getByRole('button', { name: 'Replace the key' }).click())
  await expect(panel.getByText(second)).toBeVisible()
  await expect(question).toHaveCount(0)
  await panel.getByRole('button', { name: 'Withdraw the key' }).click()
  await question.getByRole('button', { name: 'Withdraw the key' }).click()
  await expect(panel.getByText('You have no key yet.')).toBeVisible()

  const { merchant, keys } = await (await page.request.get(address)).json()
  expect(merchant.name).toBe(company)
  expect(keys.map(({ key }: { key: string }) => key)).toEqual([second, first])
  expect(keys.every(({ until }: { until: string | null }) => until !== null)).toBe(true)
})
