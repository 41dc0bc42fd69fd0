import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { shopperCodes } from '#client/e2e/verify/shopper-codes.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { authContract } from '#shared/auth/contract.ts'
import { keyContract } from '#shared/key/contract.ts'

/** A key for a partner, as the merchant makes it. */
async function partnerKey(baseURL: string, name: string): Promise<string> {
  const { email, password } = demoSignIns.find(({ role }) => role === 'merchant')!
  const { jwt } = await createApi(authContract, sender(baseURL)).signIn({ body: { identifier: email, password } })
  const keys = createApi(keyContract, sender(baseURL, jwt))
  return (await keys.create({ body: { name, scopes: ['events:write'], expiresAt: null } })).key
}

test('takes over what a partner reports, shows it as the word of the partner, and removes it', async ({
  page,
  baseURL,
  assay,
  browser,
}) => {
  const partner = `Depot ${Date.now().toString(36)}`
  const { travelling } = await shopperCodes(assay)
  const address = travelling.code.slice(0, 26)
  const key = await partnerKey(baseURL!, partner)
  const answer = await fetch(`${baseURL}/api/epcis/capture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
      type: 'EPCISDocument',
      schemaVersion: '2.0',
      creationDate: new Date().toISOString(),
      epcisBody: {
        eventList: [
          {
            type: 'ObjectEvent',
            eventTime: new Date().toISOString(),
            eventTimeZoneOffset: '+00:00',
            epcList: [`${baseURL}/V/${address}`],
            action: 'OBSERVE',
            bizStep: 'storing',
          },
        ],
      },
    }),
  })
  expect(answer.status).toBe(202)
  expect(await answer.json()).toMatchObject({ success: true, errors: [] })

  await signInAsMerchant(page, { at: '/settings/events' })
  const list = page.getByRole('table', { name: 'Events (EPCIS)' })
  await page.getByLabel('Source').selectOption('Reported by partners')
  const row = list.getByRole('row').filter({ hasText: `Reported by ${partner}` })
  await expect(row).toContainText('Stored')
  await row.getByRole('button', { name: /^Details/ }).click()
  await expect(page.getByRole('region', { name: 'Event as JSON' })).toContainText('"bizStep": "storing"')
  await page.context().grantPermissions(['clipboard-write'])
  await page.getByRole('button', { name: 'Copy the event ID' }).click()
  await expect(page.getByText('Event ID copied')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  const shopper = await (await browser.newContext()).newPage()
  const journey = shopper.locator('.journey')
  await expect(async () => {
    await shopper.goto(`${baseURL}/v/${travelling.code}`)
    await expect(journey.getByText(`Reported by ${partner}`)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(journey.locator('.timeline li').filter({ hasText: partner })).toContainText('Stored')

  await page.goto(`/code?a=${address}`)
  const events = page.getByRole('table', { name: 'Events of this code' })
  const told = events.getByRole('row').filter({ hasText: partner })
  await expect(told).toContainText('Stored')
  await told.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(told).toHaveCount(0)
  await shopper.goto(`${baseURL}/v/${travelling.code}`)
  await expect(shopper.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(shopper.getByText(partner)).toHaveCount(0)
  await shopper.context().close()
})
