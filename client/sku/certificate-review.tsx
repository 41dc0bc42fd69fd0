import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { DocumentReview } from '#client/review/document-review.tsx'
import type { SubmittedCertificate } from '#shared/sku/contract.ts'

/** Shows a certificate beside the data that it must prove. */
export function CertificateReview({
  certificate,
  children,
}: {
  certificate: SubmittedCertificate
  children?: ReactNode
}) {
  const t = useText('skuAdmin')
  const reviewText = useText('review')
  const { business_name, merchant, brand, sku, title, type, review_note } = certificate
  return (
    <DocumentReview
      file={certificate}
      facts={[
        [reviewText('businessName'), business_name || merchant],
        [t('brand'), brand],
        [t('sku'), sku],
        [t('certificateType'), type],
        [t('certificate'), title],
        [reviewText('reason'), review_note],
      ]}
    >
      {children}
    </DocumentReview>
  )
}
