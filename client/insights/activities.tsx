import { Button } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuCircleCheckBig, LuQrCode } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { activationContract, type Batch } from '#shared/activation/contract.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { insightsContract } from '#shared/insights/contract.ts'
import { type Order, orderContract } from '#shared/order/contract.ts'

const latest = { query: { limit: limits.recentOrders } }

/** The latest orders. */
export function GenerationActivities() {
  const t = useText('insights')
  const orders = useRead(orderContract.list, latest, { keep: 'orders' })
  // The chart and the card count the same codes, so they are read again together.
  useRefreshOnEvent('order', orderContract.list, orderContract.total, insightsContract.trend)
  const columns = useMemo<Column<Order>[]>(
    () => [
      { id: 'created', header: t('created'), cell: ({ createdAt }) => formatDate(createdAt) },
      { id: 'sku', header: t('sku'), main: true, cell: ({ sku }) => sku?.name ?? t('blank') },
      { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ quantity }) => formatNumber(quantity) },
      {
        id: 'activated',
        header: t('activated'),
        align: 'end',
        cell: ({ state, activated, quantity }) =>
          state === 'failed' ? (
            <StatusChip tone="bad">{t('Failed')}</StatusChip>
          ) : (
            t('ofTotal', { done: formatNumber(activated), total: formatNumber(quantity) })
          ),
      },
    ],
    [t],
  )
  return (
    <PageSection title={t('generation')} gap="3" minWidth="0">
      <DataTable
        label={t('generation')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ order_id }) => order_id}
        read={orders}
        empty={
          <EmptyState icon={LuQrCode} title={t('noOrders')} hint={t('noOrdersHint')}>
            <Button asChild variant="outline">
              <Link to="/generatecode">{t('generate')}</Link>
            </Button>
          </EmptyState>
        }
      />
    </PageSection>
  )
}

const tones: Record<Batch['status'], Tone> = { Activating: 'wait', Activated: 'good', Failed: 'bad' }

/** The latest activations. */
export function ActivationActivities() {
  const t = useText('insights')
  const batches = useRead(activationContract.batches, latest, { keep: 'activations' })
  useRefreshOnEvent('activation', activationContract.batches, activationContract.totalActivated, orderContract.list)
  const columns = useMemo<Column<Batch>[]>(
    () => [
      { id: 'batch', header: t('batch'), main: true, cell: ({ identifier }) => identifier },
      { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ quantity }) => formatNumber(quantity) },
      {
        id: 'status',
        header: t('status'),
        cell: ({ status }) => <StatusChip tone={tones[status]}>{t(status)}</StatusChip>,
      },
    ],
    [t],
  )
  return (
    <PageSection title={t('activation')} gap="3" minWidth="0">
      <DataTable
        label={t('activation')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        read={batches}
        empty={
          <EmptyState icon={LuCircleCheckBig} title={t('noBatches')} hint={t('noBatchesHint')}>
            <Button asChild variant="outline">
              <Link to="/activatecode">{t('activate')}</Link>
            </Button>
          </EmptyState>
        }
      />
    </PageSection>
  )
}
