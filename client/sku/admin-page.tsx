import { useMemo } from 'react'
import { LuFileBadge } from 'react-icons/lu'
import { useRead, useWrite } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DocumentLink } from '#client/ui/document-preview.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { usePaging } from '#client/ui/paging.ts'
import { ReviewChip } from '#client/ui/review-chip.tsx'
import { useDecisions } from '#client/ui/review-decisions.tsx'
import { type SubmittedCertificate, skuContract } from '#shared/sku/contract.ts'

/** The certificates of every product, one a row. */
export function Component() {
  const t = useText('admin')
  const paging = usePaging()
  const certificates = useRead(skuContract.certificates, { query: paging.query })
  const columns = useColumns()
  const setStatus = useWrite(skuContract.setCertificateStatus, {
    refresh: [skuContract.certificates],
    done: t('statusSet'),
  })
  const decisions = useDecisions(setStatus.isPending)
  return (
    <Page title={t('certificates')} description={t('certificatesHint')}>
      <DataTable
        label={t('certificates')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title, sku }) => `${title}, ${sku}`}
        read={certificates}
        paging={paging}
        searchable
        actions={({ id, skuId, status }) =>
          decisions(status, (chosen) =>
            setStatus.mutate({ params: { id: skuId }, body: { certificate: id, status: chosen } }),
          )
        }
        empty={<EmptyState icon={LuFileBadge} title={t('noCertificates')} hint={t('noCertificatesHint')} />}
      />
    </Page>
  )
}

function useColumns(): Column<SubmittedCertificate>[] {
  const t = useText('admin')
  return useMemo(
    () => [
      {
        id: 'business',
        header: t('businessName'),
        cell: ({ business_name, merchant }) => business_name || merchant,
      },
      { id: 'brand', header: t('brand'), cell: ({ brand }) => brand },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku },
      { id: 'title', header: t('certificate'), heads: true, cell: ({ title }) => title },
      { id: 'status', header: t('status'), cell: ({ status }) => <ReviewChip status={status} /> },
      { id: 'document', header: t('document'), cell: (certificate) => <DocumentLink file={certificate} /> },
    ],
    [t],
  )
}
