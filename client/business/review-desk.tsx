import { ReviewDesk } from '#client/review/desk.tsx'
import { BusinessReviewCard } from './business-review.tsx'
import { businessReview } from './review.ts'

/** Businesses that wait for a review, one after another. */
export function Component() {
  return <ReviewDesk review={businessReview}>{(business) => <BusinessReviewCard business={business} />}</ReviewDesk>
}
