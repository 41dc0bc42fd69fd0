import { useMemo } from 'react'
import { LuBadgeCheck } from 'react-icons/lu'
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
import { type Trademark, trademarkContract } from '#shared/trademark/contract.ts'
import { trademarkReview } from './review.ts'
import { TrademarkReview } from './trademark-review.tsx'

const Desk = lazyComponent(() => import('./review-desk.tsx'))

/** Lists the trademarks of all businesses with their certificates, for comparison. */
export function Component() {
  const t = useText('trademarkAdmin')
  const paging = usePaging()
  const trademarks = useRead(trademarkContract.list, { query: paging.query })
  const columns = useColumns()
  const review = useReview(trademarkReview)
  return (
    <ReviewPage title={t('trademarks')} description={t('trademarksHint')} waiting={review.waiting} desk={Desk}>
      <DataTable
        label={t('trademarks')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ registration_name }) => registration_name}
        read={trademarks}
        paging={paging}
        searchable
        groupBy={({ business_name }) => business_name}
        detail={(trademark) => (
          <TrademarkReview trademark={trademark}>
            <DecisionButtons decisions={review.actionsOf(trademark)} />
          </TrademarkReview>
        )}
        actions={review.actionsOf}
        empty={<EmptyState icon={LuBadgeCheck} title={t('noTrademarks')} hint={t('noTrademarksHint')} />}
      />
    </ReviewPage>
  )
}

function useColumns(): Column<Trademark>[] {
  const t = useText('trademarkAdmin')
  const reviewText = useText('review')
  return useMemo(
    () => [
      { id: 'name', header: t('registrationName'), main: true, cell: ({ registration_name }) => registration_name },
      { id: 'number', header: reviewText('registrationNumber'), cell: ({ registration_no }) => registration_no },
      { id: 'status', header: reviewText('status'), cell: ({ status }) => <ReviewChip status={status} /> },
      {
        id: 'document',
        header: reviewText('document'),
        cell: ({ details }) => details.file && <DocumentLink file={details.file} isPrivate />,
      },
    ],
    [t, reviewText],
  )
}
