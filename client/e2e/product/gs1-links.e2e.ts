import { expect } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { checkDigit } from '#shared/gs1/gtin.ts'
import { ownProducts } from './own-products.ts'

/** Another one in each run: one active product of a merchant has a GTIN. */
const before = `2${String(Date.now()).slice(-11)}`
const gtin = before + checkDigit(before)

test('gives a product a GTIN and links, to which its GS1 Digital Link leads by kind and language', async ({ page }) => {
  const mine = await ownProducts(page, ['Linked Oolong'])
  const [product] = mine.products
  await page.goto('/sku')
  const choose = async (action: string) => {
    const row = page.getByRole('row').filter({ hasText: product!.sku })
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const dialog = page.getByRole('dialog')

  await test.step('says what is wrong with a GTIN, and how links begin to work', async () => {
    await choose('Links')
    await expect(dialog.getByText('Choose Edit in the menu of the SKU to enter it.')).toBeVisible()
    await expect(dialog.getByText('No links yet.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await choose('Edit')
    await dialog.getByLabel('GTIN').fill(gtin.slice(0, -1) + ((Number(gtin.at(-1)) + 1) % 10))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please check the digits of the GTIN')).toBeVisible()
    await dialog.getByLabel('GTIN').fill(gtin)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('names each field of a link that is wrong, and the second of two that are the same', async () => {
    await choose('Links')
    await expect(dialog.getByText(`/01/0${gtin}`)).toBeVisible()
    const add = async (at: number, kind: string, title: string, href: string, language: string) => {
      await dialog.getByRole('button', { name: 'Add link' }).click()
      await dialog.getByLabel('What it is').nth(at).selectOption({ label: kind })
      await dialog.getByLabel('Title').nth(at).fill(title)
      await dialog.getByLabel('Address (https)').nth(at).fill(href)
      await dialog.getByLabel('Language').nth(at).fill(language)
    }
    const save = dialog.getByRole('button', { name: 'Save links' })
    await dialog.getByRole('button', { name: 'Add link' }).click()
    await save.click()
    await expect(dialog.getByText('Please fill in this field')).toHaveCount(2)
    await dialog.getByLabel('Title').fill('How to brew')
    await dialog.getByLabel('Address (https)').fill('http://brand.example/en')
    await dialog.getByLabel('Language').fill('english')
    await expect(dialog.getByText('The address must begin with https://')).toBeVisible()
    await expect(dialog.getByText('Write a language like en or de-CH')).toBeVisible()
    expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([])
    await dialog.getByLabel('Address (https)').fill('https://brand.example/en')
    await dialog.getByLabel('Language').fill('EN')
    await add(1, 'Instructions', 'Again', 'https://brand.example/en', 'en')
    await save.click()
    await expect(dialog.getByText('A link above leads to the same address')).toBeVisible()
    await expect(dialog.getByLabel('Address (https)').nth(1)).toBeFocused()
    await expect(dialog.getByText('A link above leads to the same address')).toBeInViewport()
    await dialog.getByLabel('Address (https)').nth(1).fill('https://brand.example/de')
    await dialog.getByLabel('Language').nth(1).fill('de')
    await add(2, 'Support', 'Help', 'https://brand.example/help', '')
    await save.click()
    await expect(dialog).toBeHidden()
  })

  const follow = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await page.request.get(`/01/0${gtin}${query}`, { headers, maxRedirects: 0 })
    return [answer.status(), answer.headers().location]
  }
  await expect
    .poll(() => follow('?linkType=gs1:support'))
    .toEqual([307, 'https://brand.example/help?linkType=gs1:support'])
  const languages = { de: 'https://brand.example/de', 'en-GB, de;q=0.5': 'https://brand.example/en' }
  for (const [language, href] of Object.entries(languages)) {
    const found = await follow('?linkType=gs1:instructions', { 'accept-language': language })
    expect(found).toEqual([307, `${href}?linkType=gs1:instructions`])
  }
  expect(await follow('?linkType=gs1:recipeInfo')).toEqual([404, undefined])
  const { linkset } = await (await page.request.get(`/01/0${gtin}?linkType=linkset`)).json()
  expect(linkset[0]['https://ref.gs1.org/voc/instructions']).toEqual([
    { href: 'https://brand.example/en', title: 'How to brew', hreflang: ['en'] },
    { href: 'https://brand.example/de', title: 'Again', hreflang: ['de'] },
  ])

  await test.step('shows shoppers without a code the product, and what they can do', async () => {
    await page.goto(`/01/0${gtin}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Linked Oolong')
    await expect(page.getByText('The brand has published no recall of this product here.')).toBeVisible()
    await expect(page.getByLabel('Code on the label')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  })
  await mine.remove()
})
