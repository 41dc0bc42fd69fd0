import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { DocumentReview } from '#client/review/document-review.tsx'
import { useCountryName } from '#client/ui/form/country-field.tsx'
import type { Business } from '#shared/business/contract.ts'

/** Shows a business beside its registration document. */
export function BusinessReviewCard({ business, children }: { business: Business; children?: ReactNode }) {
  const t = useText('businessAdmin')
  const reviewText = useText('review')
  const countryName = useCountryName()
  const { documents, address, contactNo, email, country, postcode, verified_by, review_note } = business.details
  return (
    <DocumentReview
      file={documents}
      isPrivate
      facts={[
        [reviewText('businessName'), business.name],
        ...(business.requested_name ? [[t('newName'), business.requested_name] as const] : []),
        [reviewText('registrationNumber'), business.registration_no],
        [t('address'), address],
        [t('contactNo'), contactNo],
        [t('email'), email],
        [reviewText('country'), countryName(country)],
        [reviewText('postcode'), postcode],
        [reviewText('verifiedBy'), verified_by],
        [reviewText('reason'), review_note],
      ]}
    >
      {children}
    </DocumentReview>
  )
}
