import { ReviewDesk } from '#client/review/desk.tsx'
import { trademarkReview } from './review.ts'
import { TrademarkReview } from './trademark-review.tsx'

/** Trademarks that wait for a review, one after another. */
export function Component() {
  return <ReviewDesk review={trademarkReview}>{(trademark) => <TrademarkReview trademark={trademark} />}</ReviewDesk>
}
