import { useMemo } from 'react'
import { LuFileBadge } from 'react-icons/lu'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DecisionButtons, useDecisions } from '#client/review/decisions.tsx'
import { ReviewPage } from '#client/review/page.tsx'
import { ReviewChip } from '#client/review/review-chip.tsx'
import { useUndoDecision } from '#client/review/use-undo-decision.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { DocumentLink } from '#client/ui/layout/document-preview.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type SubmittedCertificate, skuContract } from '#shared/sku/contract.ts'
import { CertificateReview, refetchCertificates, refresh } from './certificate-review.tsx'

const Desk = lazyComponent(() => import('./review-desk.tsx'))

/** The certificates of every product, one a row. */
export function Component() {
  const t = useText('skuAdmin')
  const reviewText = useText('review')
  const paging = usePaging()
  const certificates = useRead(skuContract.certificates, { query: paging.query })
  const columns = useColumns()
  const waiting = useRead(skuContract.certificates, { query: { waiting: 'yes', limit: 1 } })
  useServerEvents('certificate', refetchCertificates)
  const setStatus = useWrite(skuContract.setCertificateStatus, { refresh })
  const { offer } = useUndoDecision('certificate', refresh)
  const decisions = useDecisions(setStatus.isPending)
  const decisionsOn = ({ id, skuId, status, title, sku }: SubmittedCertificate) =>
    decisions(status, (chosen) =>
      setStatus.mutate(
        { params: { id: skuId }, body: { certificate: id, status: chosen } },
        { onSuccess: () => offer(id, reviewText(`did_${chosen}`, { name: `${title}, ${sku}` })) },
      ),
    )
  return (
    <ReviewPage title={t('certificates')} description={t('certificatesHint')} waiting={waiting.data?.total} desk={Desk}>
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
            <DecisionButtons label={reviewText('setStatus')} decisions={decisionsOn(certificate)} />
          </CertificateReview>
        )}
        actions={decisionsOn}
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
      { id: 'title', header: t('certificate'), heads: true, cell: ({ title }) => title },
      { id: 'status', header: reviewText('status'), cell: ({ status }) => <ReviewChip status={status} /> },
      { id: 'document', header: reviewText('document'), cell: (certificate) => <DocumentLink file={certificate} /> },
    ],
    [t, reviewText],
  )
}
