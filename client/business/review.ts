import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { defineReview } from '#client/review/define-review.ts'
import { type Business, businessContract } from '#shared/business/contract.ts'

const list = businessContract.all

/** The review of businesses by administrators: each is approved or rejected. */
export const businessReview = defineReview({
  kind: 'business',
  list,
  useWaiting: (limit) => useRead(list, { query: { waiting: 'yes', limit } }),
  useDecide: () => useWrite(businessContract.review, { refresh: [list] }),
  inputOf: ({ id }: Business, status, note) => ({
    params: { id },
    body: { details: { verified: status === 'Approved' }, ...(note && { note }) },
  }),
  nameOf: ({ name }) => name,
  rejections: ['Rejected'],
})
