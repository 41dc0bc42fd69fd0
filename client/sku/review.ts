import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { defineReview } from '#client/review/define-review.ts'
import { type SubmittedCertificate, skuContract } from '#shared/sku/contract.ts'

const list = skuContract.certificates

/** The review of certificates by administrators. */
export const certificateReview = defineReview({
  kind: 'certificate',
  list,
  useWaiting: (limit) => useRead(list, { query: { waiting: 'yes', limit } }),
  useDecide: () => useWrite(skuContract.setCertificateStatus, { refresh: [list] }),
  inputOf: ({ id, skuId }: SubmittedCertificate, status, note) => ({
    params: { id: skuId },
    body: { certificate: id, status, ...(note && { note }) },
  }),
  nameOf: ({ title, sku }) => `${title}, ${sku}`,
  rejections: ['Rejected', 'Request Changes'],
})
