import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { countPresses } from '#client/e2e/setup/count-presses.ts'
import { shopperCodes } from './shopper-codes.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' })

const headline = (page: Page) => page.getByRole('heading', { level: 1 })

test('leads from a scan past a mistyped code to photos, proof and report in 8 presses [VE01 VE02 VD08]', async ({
  page,
  assay,
}) => {
  const code = (await shopperCodes(assay)).brands.get('Marea')!
  const presses = await countPresses(page)
  const log: [string, number][] = []
  const step = async (name: string, most: number, run: () => Promise<void>) => {
    const before = presses()
    await test.step(name, run)
    log.push([name, presses() - before])
    expect(presses() - before, name).toBeLessThanOrEqual(most)
  }

  await step('scans the code and reads the result', 0, async () => {
    await page.goto(`/v/${code}`)
    await expect(page.locator('.seal.pass')).toBeInViewport()
    await expect(headline(page)).toBeInViewport()
  })
  await step('compares a photo over the whole screen', 2, async () => {
    await page.locator('.photos .large').click()
    const zoom = page.getByRole('dialog')
    await expect(zoom.getByRole('img')).toBeVisible()
    await zoom.getByRole('button', { name: 'Close' }).click()
    await expect(zoom).toHaveCount(0)
  })
  await step('reads what the proof proves', 1, async () => {
    await page.locator('.folded summary').click()
    await expect(page.getByText('Two public blockchains hold a fingerprint of that record')).toBeVisible()
  })
  await step('reports a problem and gets a number', 2, async () => {
    await page.getByRole('link', { name: 'Report a problem' }).click()
    await expect(page.getByText('Marea', { exact: false }).first()).toBeVisible()
    await page.getByLabel('What is wrong?').fill('The lid was open')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.locator('.reference')).toHaveText(/^R-\w{4}-\w{4}$/)
  })
  await step('types the code with a wrong letter, sees where, and corrects it', 3, async () => {
    await page.goto('/verify')
    const field = page.getByLabel('Code on the label')
    const wrong = code.slice(0, 20) + (code[20] === '5' ? '6' : '5') + code.slice(21)
    await field.fill(wrong)
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.locator('.typed-code mark')).toHaveText(wrong.slice(20, 24))
    await expect(page.getByRole('alert')).toContainText('Compare characters 21 to 24 with the label')
    await field.fill(code)
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.locator('.seal.pass')).toBeVisible()
  })
  expect(presses(), log.map(([name, count]) => `${count} ${name}`).join('\n')).toBeLessThanOrEqual(8)
})
