import type { Sku } from '#shared/sku/contract.ts'

/** A product as the list of products has it. */
export const product: Sku = {
  id: '0193a000-0000-7000-8000-0000000000ab',
  merchant: '0193a000-0000-7000-8000-000000000009',
  business_name: 'Highland',
  name: 'Black tea',
  sku: 'T-1',
  gtin: null,
  trademarkId: '0193a000-0000-7000-8000-0000000000ac',
  trademark: { registration_name: 'Highland Tea', status: 'Approved' },
  active: true,
  certificates: [],
  details: { images: [], sku_details: {}, sku_details_order: [], verify_url: '', customization: null },
  createdAt: '2026-11-21T08:00:00.000Z',
}
