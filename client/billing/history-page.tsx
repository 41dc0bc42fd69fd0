import { Button } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuHistory } from 'react-icons/lu'
import { Link } from 'react-router'
import { useRead } from '#client/core/data.ts'
import { formatDate } from '#client/core/dates.ts'
import { formatNumber } from '#client/core/format.ts'
import { useText } from '#client/core/i18n.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { usePaging } from '#client/ui/paging.ts'
import { type BillingEntry, billingContract, type Plan } from '#shared/billing/contract.ts'

/** What was bought, with the titles of the plans. */
export function Component() {
  const t = useText('billing')
  const paging = usePaging()
  const entries = useRead(billingContract.history, { query: paging.query })
  const plans = useRead(billingContract.plans, {})
  const columns = useColumns(plans.data)
  return (
    <Page title={t('historyTitle')} description={t('historyDescription')}>
      <DataTable
        label={t('historyTitle')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ description }) => description}
        read={entries}
        paging={paging}
        empty={
          <EmptyState icon={LuHistory} title={t('noHistory')} hint={t('noHistoryHint')}>
            <Button asChild>
              <Link to="/settings/credit">{t('toCredit')}</Link>
            </Button>
          </EmptyState>
        }
      />
    </Page>
  )
}

const noPlans: readonly Plan[] = []

function useColumns(plans: readonly Plan[] = noPlans): Column<BillingEntry>[] {
  const t = useText('billing')
  return useMemo(() => {
    // A plan that is off the offer keeps the title that it was bought under.
    const titles = new Map(plans.map(({ id, title }) => [id, title]))
    const titleOf = ({ kind, planId, description }: BillingEntry) =>
      kind === 'trial' ? t('trial') : (titles.get(planId ?? '') ?? description)
    return [
      { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDate(createdAt) },
      { id: 'plan', header: t('plan'), heads: true, cell: titleOf },
      { id: 'codes', header: t('codes'), align: 'end', cell: ({ codes }) => formatNumber(codes) },
      {
        id: 'price',
        header: t('price'),
        align: 'end',
        cell: ({ price_create, currency }) =>
          price_create === null ? '—' : formatNumber(price_create, { style: 'currency', currency }),
      },
    ]
  }, [t, plans])
}
