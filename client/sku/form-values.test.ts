import { expect, test } from 'vitest'
import { type Sku, SkuInput } from '#shared/sku/contract.ts'
import { copyOf, SkuForm, skuInputOf, skuValuesOf } from './form-values.ts'

const image = { hash: 'a'.repeat(64), ext: '.png', name: 'tea.png', mime: 'image/png', size: 2000 }
const id = '7a3f3e3c-6f6e-4d0c-9d0d-3d4b1f1c2e10'

const product: Sku = {
  id,
  merchant: id,
  business_name: 'Highland Tea',
  name: 'Black tea',
  sku: 'HT-1',
  gtin: '09506000134352',
  trademarkId: id,
  trademark: { registration_name: 'Highland', status: 'Approved' },
  active: true,
  details: {
    images: [image],
    sku_details: { Weight: '100 g', Origin: 'Pahang' },
    sku_details_order: ['Origin', 'Weight'],
    verify_url: 'https://example.com/tea',
  },
  certificates: [{ ...image, id, type: 'Halal', title: 'Halal 2026', status: 'Approved' }],
  createdAt: '2026-11-21T07:00:00.000Z',
}

test('sends an unchanged product with its details in the same order [SK02]', () => {
  const input = skuInputOf(SkuForm.parse(skuValuesOf(product)))
  expect(SkuInput.parse(input)).toEqual(input)
  expect(input.details).toEqual(product.details)
  expect(input.certificates).toEqual([{ ...image, type: 'Halal', title: 'Halal 2026' }])
})

test('changes only the order when rows are moved [SK02]', () => {
  const values = skuValuesOf(product)
  const input = skuInputOf({ ...values, rows: values.rows.toReversed() })
  expect(input.details.sku_details_order).toEqual(['Weight', 'Origin'])
  expect(input.details.sku_details).toEqual(product.details.sku_details)
})

test('rejects two details with the same name at the list [SK02]', () => {
  const values = skuValuesOf(product)
  const twice = SkuForm.safeParse({ ...values, rows: [...values.rows, { key: ' Origin ', value: 'Perak' }] })
  expect(twice.error?.issues).toMatchObject([{ path: ['rows'], message: 'Every detail needs its own name' }])
})

test('copies a product without its SKU and GTIN [SK05]', () => {
  const copy = SkuForm.safeParse(copyOf(product, 'Black tea (copy)'))
  expect(copy.error?.issues).toMatchObject([{ path: ['sku'], message: 'Please fill in the SKU' }])
  const input = skuInputOf({ ...copyOf(product, 'Black tea (copy)'), sku: 'HT-2' })
  expect(input).toMatchObject({ name: 'Black tea (copy)', sku: 'HT-2', gtin: null, details: product.details })
  expect(SkuInput.safeParse(input).success).toBe(true)
})
