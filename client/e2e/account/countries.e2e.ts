import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { newMerchant } from '#client/e2e/setup/new-merchant.ts'
import { enter } from '#client/e2e/setup/sign-in.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'

const places = [
  {
    country: 'GB',
    wrong: '39100',
    typed: 'bs1 4st',
    postcode: 'BS1 4ST',
    phone: '0117 496 0123',
    shown: '+44 117 496 0123',
  },
  { country: 'HK', typed: '', postcode: '', phone: '+852 2123 4567', shown: '+852 2123 4567' },
]
const wrongPostcode = 'Check the postcode: it does not fit the country'
const wrongPhone = 'Check the number, or start with + and the country code'

for (const place of places) {
  test(`registers a business and a trademark of a merchant in ${place.country} [BU01 TM01]`, async ({
    page,
    baseURL,
  }) => {
    const { country, wrong, typed, postcode, phone, shown } = place
    const { email, password } = await newMerchant(baseURL!)
    await enter(page, { email, password }, { at: '/settings/business' })
    const number = page.getByLabel('Contact number')
    // The error is shown on blur and disappears during the correction, before anything is sent.
    await number.fill('12')
    await number.blur()
    await expect(page.getByText(wrongPhone)).toBeVisible()
    await number.fill(phone)
    await page.getByLabel('Country').selectOption(country)
    await expect(page.getByText(wrongPhone)).toHaveCount(0)
    if (wrong) {
      await page.getByLabel('Postcode').fill(wrong)
      await page.getByLabel('Postcode').blur()
      await expect(page.getByText(wrongPostcode)).toBeVisible()
      await page.getByLabel('Postcode').fill(typed)
      await expect(page.getByText(wrongPostcode)).toHaveCount(0)
    }
    await page.getByLabel('Registration number').fill('R-1')
    await page.getByLabel('Address').fill('1 Harbour Road')
    await choosePicture(page, 'registration.png')
    await page.getByRole('button', { name: 'Register business' }).click()
    await expect(page.getByText('Waiting for approval')).toBeVisible()
    await expect(number).toHaveValue(shown)
    await expect(page.getByLabel('Postcode')).toHaveValue(postcode)
    // A country without postcodes has no postcode field.
    await expect(page.getByText(/^Missing:/)).not.toContainText('Postcode')

    await walkTo(page, '/brand')
    await page.getByRole('button', { name: 'Register Brand' }).first().click()
    const form = page.getByRole('dialog', { name: 'Register Brand' })
    await form.getByLabel('Trademark Name').fill('Harbour')
    await form.getByLabel('Trademark No').fill('TM-1')
    await form.getByLabel('Trademark Class').fill('30')
    await form.getByLabel('Applicant name').fill('Ada')
    await expect(form.getByLabel('Applicant address')).toHaveValue('1 Harbour Road')
    // The applicant is usually the business, so its address is filled in.
    await expect(form.getByLabel('Country')).toHaveValue(country)
    await expect(form.getByLabel('Postcode')).toHaveValue(postcode)
    await choosePicture(page, 'certificate.png')
    await form.getByText('I confirm that').click()
    if (wrong) {
      await form.getByLabel('Postcode').fill('')
      await form.getByRole('button', { name: 'Register Brand' }).click()
      await expect(form.getByText('Please fill in this field')).toBeVisible()
      await form.getByLabel('Postcode').fill(typed)
    } else await expect(form.getByText('Not needed for this country')).toBeVisible()
    await form.getByRole('button', { name: 'Register Brand' }).click()
    const row = page.getByRole('row', { name: /Harbour/ })
    await expect(row.getByText('Pending Approval')).toBeVisible()
  })
}

async function choosePicture(page: Page, name: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles(await imageFile(name, name))
  await expect(page.getByTitle(name)).toBeVisible()
  await expect(page.getByText('Uploading')).toHaveCount(0)
}
