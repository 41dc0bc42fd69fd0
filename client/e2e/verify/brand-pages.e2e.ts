import { expect } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { shopperCodes } from './shopper-codes.ts'
import { inspectPage, phone, scan } from './shopper-page.ts'

test.use(phone)

test('shows a page for each seeded brand, in the right order on a phone and in each theme [VE02 VE06]', async ({
  page,
  assay,
}) => {
  const { brands } = await shopperCodes(assay)
  expect(brands.size).toBe(10)
  const looks = ['?theme=light&lang=en', '?theme=dark&lang=en', '?theme=bnw&lang=ru']
  for (const [at, [brand, code]] of [...brands].entries()) {
    for (const look of brand === 'Highland Tea' ? looks : [looks[at % 3]!]) {
      const complaints = await scan(page, code, look)
      await expect(page.locator('.block').first(), brand).toBeVisible()
      // Embedded pages of other sites may be unreachable where tests run.
      expect(
        complaints.filter((text) => !/net::ERR/.test(text)),
        brand + look,
      ).toEqual([])
      await inspectPage(page, brand + look)
    }
  }
})
