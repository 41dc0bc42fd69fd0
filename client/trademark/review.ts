import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { defineReview } from '#client/review/define-review.ts'
import { type Trademark, trademarkContract } from '#shared/trademark/contract.ts'

const { list } = trademarkContract

/** The review of trademarks by administrators. */
export const trademarkReview = defineReview({
  kind: 'trademark',
  list,
  useWaiting: (limit) => useRead(list, { query: { waiting: 'yes', limit } }),
  useDecide: () => useWrite(trademarkContract.setStatus, { refresh: [list] }),
  inputOf: ({ id }: Trademark, status, note) => ({ params: { id }, body: { status, ...(note && { note }) } }),
  nameOf: ({ registration_name }) => registration_name,
  rejections: ['Rejected', 'Request Changes'],
})
