import { useMemo } from 'react'
import { LuBadgeCheck } from 'react-icons/lu'
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
import { type Trademark, trademarkContract } from '#shared/trademark/contract.ts'
import { refetchTrademarks, refresh, TrademarkReview } from './trademark-review.tsx'

const Desk = lazyComponent(() => import('./review-desk.tsx'))

/** The trademarks of every business, to be compared with their certificates. */
export function Component() {
  const t = useText('trademarkAdmin')
  const reviewText = useText('review')
  const paging = usePaging()
  const trademarks = useRead(trademarkContract.list, { query: paging.query })
  useServerEvents('trademark', refetchTrademarks)
  const columns = useColumns()
  const waiting = useRead(trademarkContract.list, { query: { waiting: 'yes', limit: 1 } })
  const setStatus = useWrite(trademarkContract.setStatus, { refresh })
  const { offer } = useUndoDecision('trademark', refresh)
  const decisions = useDecisions(setStatus.isPending)
  const decisionsOn = ({ id, status, registration_name: name }: Trademark) =>
    decisions(status, (chosen) =>
      setStatus.mutate(
        { params: { id }, body: { status: chosen } },
        { onSuccess: () => offer(id, reviewText(`did_${chosen}`, { name })) },
      ),
    )
  return (
    <ReviewPage title={t('trademarks')} description={t('trademarksHint')} waiting={waiting.data?.total} desk={Desk}>
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
            <DecisionButtons label={reviewText('setStatus')} decisions={decisionsOn(trademark)} />
          </TrademarkReview>
        )}
        actions={decisionsOn}
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
      { id: 'name', header: t('registrationName'), heads: true, cell: ({ registration_name }) => registration_name },
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
