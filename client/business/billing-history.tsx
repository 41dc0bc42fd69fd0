import { useMemo } from 'react'
import { useRead } from '#client/core/data.ts'
import { formatDate } from '#client/core/dates.ts'
import { formatNumber } from '#client/core/format.ts'
import { useText } from '#client/core/i18n.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { useLocalPaging } from '#client/ui/paging.ts'
import { type BillingEntry, billingContract } from '#shared/billing/contract.ts'

/** What a merchant was billed so far, newest first. */
export function BillingHistory({ merchant }: { merchant: string }) {
  const t = useText('admin')
  const paging = useLocalPaging()
  const entries = useRead(billingContract.history, { query: { merchant, ...paging.query } })
  const columns = useColumns()
  return (
    <DataTable
      label={t('history')}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ description }) => description}
      read={entries}
      paging={paging}
      empty={<EmptyState title={t('noHistory')} />}
    />
  )
}

function useColumns(): Column<BillingEntry>[] {
  const t = useText('admin')
  return useMemo(
    () => [
      {
        id: 'plan',
        header: t('plan'),
        heads: true,
        cell: ({ kind, description }) => (kind === 'trial' ? t('trial') : description),
      },
      { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDate(createdAt) },
      { id: 'codes', header: t('codes'), align: 'end', cell: ({ codes }) => formatNumber(codes) },
      {
        id: 'price',
        header: t('price'),
        align: 'end',
        cell: ({ price_create, currency }) =>
          price_create === null ? '—' : formatNumber(price_create, { style: 'currency', currency }),
      },
    ],
    [t],
  )
}
