import { expect, test } from 'vitest'
import { VerifyResponse } from '#shared/verify/contract.ts'
import { productFacts } from '#shared/verify/rules.ts'
import { buildPreviewResponse } from './preview-response.ts'

const file = { name: 'front', hash: 'a'.repeat(64), ext: '.png', mime: 'image/png', size: 10 }
const certificate = { ...file, type: 'ISO 9001', title: 'Quality', id: '1' } as const
const product = {
  id: '1',
  merchant: '1',
  business_name: 'Highland Tea Company',
  name: 'Black Tea',
  sku: 'HT-1',
  gtin: null,
  trademarkId: '2',
  trademark: { registration_name: 'Highland', status: 'Approved' },
  active: true,
  details: { images: [file], sku_details: { Weight: '100 g' }, sku_details_order: ['Weight'], verify_url: '' },
  certificates: [
    { ...certificate, name: 'approved.pdf', status: 'Approved' as const },
    { ...certificate, name: 'pending.pdf', status: 'Pending Approval' as const },
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
}

test('builds a preview like the response to a scan, with the payload that would be anchored [CO05]', () => {
  const answer = buildPreviewResponse(product)
  expect(VerifyResponse.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ verified: true, verify_url: null, autoRedirect: false, verifiedTrademark: true })
  const payload = productFacts(JSON.parse(answer.transaction!.message.payload))
  expect(payload).toMatchObject({ Weight: '100 g', certs: [{ name: 'approved.pdf' }], imgs: [{ hash: file.hash }] })
})
