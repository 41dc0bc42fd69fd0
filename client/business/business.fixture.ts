import type { Business } from '#shared/business/contract.ts'

/** A business that waits for its first review, without address, phone and e-mail. */
export const waitingBusiness: Business = {
  id: 'b',
  name: 'Tea',
  requested_name: null,
  merchant: 'm',
  registration_no: '1',
  isActive: true,
  completeness: 40,
  createdAt: '2026-11-21T08:00:00.000Z',
  details: {
    documents: { hash: 'a'.repeat(64), ext: '.png', name: 'r.png', mime: 'image/png', size: 1 },
    address: '',
    contactNo: '',
    email: '',
    country: 'MY',
    postcode: '39100',
    verified: false,
    verified_by: null,
    review_note: null,
  },
}
