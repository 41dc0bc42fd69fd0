import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { withDatabase } from '#client/e2e/setup/database.ts'
import { signInAsAdministrator } from '#client/e2e/setup/sign-in.ts'

const chain = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** The worker reports every 10 s. */
const reported = { timeout: 45_000 }

test('an administrator sees nodes, money, keys and log, and confirms a network with its price [VE03]', async ({
  page,
  assay,
  administrator,
}) => {
  await signInAsAdministrator(page, administrator, '/chains')
  await expect(page.getByRole('heading', { name: 'Chains', level: 1 })).toBeVisible()
  for (const name of ['Catapult', 'Bitcoin']) {
    await expect(chain(page, name).getByText('Anchoring works')).toBeVisible(reported)
    await expect(chain(page, name).getByRole('group', { name: 'Nodes' }).getByText('OK')).toBeVisible()
    await expect(chain(page, name).getByRole('group', { name: 'Keys' }).getByText('Current')).toBeVisible()
    await expect(chain(page, name).getByText(/enough for/)).toBeVisible()
  }
  await expect(chain(page, 'Bitcoin').getByText(/^bcrt1q/)).toBeVisible()
  await expect(chain(page, 'Bitcoin').getByText(/BTC, no limit$/)).toHaveCount(2)
  await expect(page.getByText('1 of 1 have cosigned the last checkpoint, 1 needed')).toBeVisible(reported)

  await chain(page, 'Bitcoin').getByRole('button', { name: 'Show QR code' }).click()
  const payment = page.getByRole('dialog', { name: 'Payment to this address' })
  await expect(payment.getByRole('img', { name: 'QR code of the payment' })).toBeVisible()
  await expect(payment.getByRole('link', { name: 'Open in a wallet' })).toHaveAttribute(
    'href',
    /^bitcoin:bcrt1q[0-9a-z]+\?amount=\d+(\.\d+)?$/,
  )
  await page.keyboard.press('Escape')
  await expect(payment).toHaveCount(0)

  // As if the installation had anchored on the main network, and its node was replaced by one of regtest.
  await withDatabase(assay, (client) =>
    client.query(`update anchor_chain set network = 'mainnet' where chain = 'bitcoin'`),
  )
  const bitcoin = chain(page, 'Bitcoin')
  await expect(bitcoin.getByText('The network has changed')).toBeVisible(reported)
  await expect(bitcoin.getByText('Needs your action')).toBeVisible()
  await expect(bitcoin.getByText(/Anchors were made on mainnet\. Roots that were never anchored: \d+\./)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: /^Chains.*1/ })).toBeVisible(reported)
  await bitcoin.getByRole('button', { name: 'Continue on regtest' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(/for 0\.\d+ BTC each, [\d.]+ BTC together/)).toBeVisible()
  await question.getByRole('button', { name: 'Continue on regtest' }).click()
  await expect(page.getByTestId('notification').getByText('Anchors are made on regtest')).toBeVisible()
  await expect(bitcoin.getByText('Anchoring works')).toBeVisible(reported)
})
