import { expect, type Page } from '@playwright/test'
import { Webhook as ForeignChecker } from 'standardwebhooks'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { registeredMerchant } from '#client/e2e/setup/registered-merchant.ts'
import { enter } from '#client/e2e/setup/sign-in.ts'
import { startReceiver } from '#server/webhook/receiver.fixture.ts'

const company = `Hook Tea ${Date.now().toString(36)}`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, host: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${host}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function readSecret(page: Page): Promise<string> {
  const secret = await page.getByText(/^whsec_/).textContent()
  await button(page, 'I have stored it').click()
  return secret!
}

test('adds a webhook, shows its secret once, pings it, and shows and repeats its messages', async ({
  page,
  baseURL,
  assay,
}) => {
  const receiver = await startReceiver((response) => response.end('thanks'), assay.receiver)
  const { host } = new URL(receiver.url)
  const { email, password } = await registeredMerchant(baseURL!, company)
  await enter(page, { email, password }, { at: '/settings/webhooks' })
  await button(page, 'Add your first webhook').click()
  await page.getByLabel('Address').fill('http://127.0.0.1/')
  await button(page, 'Save').click()
  await expect(page.getByText('The address must begin with https://')).toBeVisible()
  await page.getByLabel('Address').fill('https://10.0.0.1/')
  await button(page, 'Save').click()
  await expect(page.getByText('This address is not on the public internet')).toBeVisible()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByLabel('A shipment is created').uncheck({ force: true })
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, 'Save').click()
  const secret = await readSecret(page)

  await choose(page, host, 'Send a ping')
  await expect(page.getByText('Your server accepted the ping')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('dialog').getByText('thanks')).toBeVisible()
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]]
  expect(new ForeignChecker(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'ping' })
  await page.keyboard.press('Escape')

  receiver.answer((response) => response.writeHead(500).end())
  await choose(page, host, 'Send a ping')
  await expect(page.getByText('Your server did not accept the ping')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Your server answered 500 instead of 200').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await choose(page, host, 'Show messages')
  const messages = page.getByRole('table', { name: `Messages to ${host}` })
  await expect(messages.getByText('Given up')).toBeVisible()
  await expect(messages.getByText('Accepted')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  receiver.answer((response) => response.end())
  await messages
    .getByRole('row', { name: 'Given up' })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect(messages.getByText('Given up')).toHaveCount(0, { timeout: 20_000 })

  await choose(page, host, 'Replace the secret')
  await button(page, 'Replace the secret').click()
  expect(await readSecret(page)).not.toBe(secret)
  await expect(page.getByText(/The replaced secret is valid until/)).toBeVisible()
  await receiver.close()
})
