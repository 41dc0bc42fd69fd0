import { ReviewDesk } from '#client/review/desk.tsx'
import { CertificateReview } from './certificate-review.tsx'
import { certificateReview } from './review.ts'

/** Certificates that wait for a review, one after another. */
export function Component() {
  return (
    <ReviewDesk review={certificateReview}>
      {(certificate) => <CertificateReview certificate={certificate} />}
    </ReviewDesk>
  )
}
