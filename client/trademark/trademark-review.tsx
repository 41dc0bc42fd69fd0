import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { DocumentReview } from '#client/review/document-review.tsx'
import { useCountryName } from '#client/ui/form/country-field.tsx'
import type { Trademark } from '#shared/trademark/contract.ts'

/** Shows a trademark beside its certificate. */
export function TrademarkReview({ trademark, children }: { trademark: Trademark; children?: ReactNode }) {
  const t = useText('trademarkAdmin')
  const reviewText = useText('review')
  const countryName = useCountryName()
  const { registration_name, registration_no, applicant_name, applicant_address, country, details } = trademark
  // Only administrators open this, and their response always contains it.
  if (!details.file) return null
  return (
    <DocumentReview
      file={details.file}
      isPrivate
      facts={[
        [reviewText('businessName'), trademark.business_name],
        [t('registrationName'), registration_name],
        [reviewText('registrationNumber'), registration_no],
        [t('applicantName'), applicant_name],
        [t('class'), details.class],
        [t('applicantAddress'), applicant_address],
        [reviewText('postcode'), details.postcode],
        [reviewText('country'), countryName(country)],
        [reviewText('verifiedBy'), details.verified_by],
        [reviewText('reason'), details.review_note],
      ]}
    >
      {children}
    </DocumentReview>
  )
}
