import { useMemo } from 'react'
import { LuFileBadge } from 'react-icons/lu'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DecisionButtons } from '#client/review/decision-buttons.tsx'
import { ReviewPage } from '#client/review/page.tsx'
import { ReviewChip } from '#client/review/review-chip.tsx'
import { useReview } from '#client/review/use-review.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { DocumentLink } from '#client/ui/layout/document-preview.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type SubmittedCertificate, skuContract } from '#shared/sku/contract.ts'
import { CertificateReview } from './certificate-review.tsx'
import { certificateReview } from './review.ts'

const Desk = lazyComponent(() => import('./review-desk.tsx'))

/** Lists the certificates of all products, one per row. */
export function Component() {
  const t = useText('skuAdmin')
  const paging = usePaging()
  const certificates = useRead(skuContract.certificates, { query: paging.query })
  const columns = useColumns()
  const review = useReview(certificateReview)
  return (
    <ReviewPage title={t('certificates')} description={t('certificatesHint')} waiting={review.waiting} desk={Desk}>
      <DataTable
        label={t('certificates')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title, sku }) => `${title}, ${sku}`}
        read={certificates}
        paging={paging}
        searchable
        detail={(certificate) => (
          <CertificateReview certificate={certificate}>
            <DecisionButtons decisions={review.actionsOf(certificate)} />
          </CertificateReview>
        )}
        actions={review.actionsOf}
        empty={<EmptyState icon={LuFileBadge} title={t('noCertificates')} hint={t('noCertificatesHint')} />}
      />
    </ReviewPage>
  )
}

function useColumns(): Column<SubmittedCertificate>[] {
  const t = useText('skuAdmin')
  const reviewText = useText('review')
  return useMemo(
    () => [
      {
        id: 'business',
        header: reviewText('businessName'),
        cell: ({ business_name, merchant }) => business_name || merchant,
      },
      { id: 'brand', header: t('brand'), cell: ({ brand }) => brand },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku },
      { id: 'title', header: t('certificate'), main: true, cell: ({ title }) => title },
      { id: 'status', header: reviewText('status'), cell: ({ status }) => <ReviewChip status={status} /> },
      { id: 'document', header: reviewText('document'), cell: (certificate) => <DocumentLink file={certificate} /> },
    ],
    [t, reviewText],
  )
}
