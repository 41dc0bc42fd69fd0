import { Button } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuDownload, LuHistory } from 'react-icons/lu'
import { Link } from 'react-router'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import type { Paging } from '#client/ui/table/paging.ts'
import { type BillingEntry, billingContract, type Plan } from '#shared/billing/contract.ts'
import { invoiceRoute } from '#shared/invoice/contract.ts'

type Props = {
  paging: Paging
  /** The merchant whose purchases an administrator views. When absent, the user's own. */
  merchant?: string
}

/** Lists the purchases, newest first, with the titles of the plans. */
export function BillingHistory({ paging, merchant }: Props) {
  const t = useText('billing')
  const entries = useRead(billingContract.history, { query: { ...paging.query, ...(merchant && { merchant }) } })
  const plans = useRead(billingContract.plans, {})
  return (
    <DataTable
      label={t('historyTitle')}
      columns={useColumns(plans.data)}
      rowId={({ id }) => id}
      rowName={({ description }) => description}
      read={entries}
      paging={paging}
      empty={
        merchant ? (
          <EmptyState title={t('noHistory')} />
        ) : (
          <EmptyState icon={LuHistory} title={t('noHistory')} hint={t('noHistoryHint')}>
            <Button asChild>
              <Link to="/settings/credit">{t('toCredit')}</Link>
            </Button>
          </EmptyState>
        )
      }
    />
  )
}

const noPlans: readonly Plan[] = []

function useColumns(plans: readonly Plan[] = noPlans): Column<BillingEntry>[] {
  const t = useText('billing')
  return useMemo(() => {
    // A plan that is no longer offered is shown with its title at the time of purchase.
    const titles = new Map(plans.map(({ id, title }) => [id, title]))
    const titleOf = ({ kind, planId, description }: BillingEntry) =>
      kind === 'trial' ? t('trial') : (titles.get(planId ?? '') ?? description)
    return [
      { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDate(createdAt) },
      { id: 'plan', header: t('plan'), main: true, cell: titleOf },
      { id: 'codes', header: t('codes'), align: 'end', cell: ({ codes }) => formatNumber(codes) },
      {
        id: 'price',
        header: t('price'),
        align: 'end',
        cell: ({ price_create, currency }) =>
          price_create === null ? '—' : formatNumber(price_create, { style: 'currency', currency }),
      },
      { id: 'invoice', header: t('invoice'), align: 'end', cell: (entry) => <InvoiceButton entry={entry} /> },
    ]
  }, [t, plans])
}

function InvoiceButton({ entry: { id, description } }: { entry: BillingEntry }) {
  const t = useText('billing')
  const save = useTask(() => download(urlOf(invoiceRoute, { params: { id } }), 'invoice.pdf'))
  return (
    <Button
      variant="outline"
      size="xs"
      aria-label={t('invoiceOf', { plan: description })}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      <LuDownload aria-hidden />
      PDF
    </Button>
  )
}
