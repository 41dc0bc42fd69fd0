import { ReviewDesk } from '#client/review/desk.tsx'
import { CertificateReview } from './certificate-review.tsx'
import { certificateReview } from './review.ts'

/** Certificates that wait for a decision, one after the other. */
export function Component() {
  return (
    <ReviewDesk review={certificateReview}>
      {(certificate) => <CertificateReview certificate={certificate} />}
    </ReviewDesk>
  )
}
