import { Box, Text } from '@chakra-ui/react'
import { useCallback, useMemo, useState } from 'react'
import { LuQrCode } from 'react-icons/lu'
import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LabelsDialog } from '#client/label/labels-dialog.tsx'
import { TagsDialog } from '#client/nfc/tags-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type Order, orderContract, orderStates } from '#shared/order/contract.ts'
import { isBeingGenerated } from '#shared/order/rules.ts'
import { ActivateOrderDialog } from './activate-dialog.tsx'
import { CodeListDialog } from './code-list.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { type OrderProgress, useLiveProgress } from './live-progress.ts'
import { type OrderAction, OrderActions } from './row-actions.tsx'

const filters = { state: orderStates } as const

type OpenDialog = { kind: OrderAction; about: Order }

/** Lists the orders, newest first, with live progress. */
export function OrderHistory() {
  const t = useText('order')
  const serials = useText('serials')
  const paging = usePaging({ filters })
  const [isWatching, setWatching] = useState(false)
  const orders = useRead(orderContract.list, { query: paging.query }, { every: isWatching && limits.pollMs })
  // Activations are announced by events. Most finished orders have inactive codes for a long time.
  const changing = orders.data?.rows.some(isBeingGenerated) ?? false
  if (changing !== isWatching) setWatching(changing)
  const { setOpen, close, about } = useDialogs<OpenDialog>()
  const choose = useCallback((kind: OrderAction, about: Order) => setOpen({ kind, about }), [setOpen])
  const finished = orders.data?.rows.filter(({ state }) => state === 'done') ?? []
  const inactive = finished.find(({ activated, quantity }) => activated < quantity)
  useOpenLink('download', finished[0] && (() => choose('download', finished[0]!)))
  useOpenLink('labels', finished[0] && (() => choose('print', finished[0]!)))
  useOpenLink('activate', inactive && (() => choose('activate', inactive)))
  const columns = useColumns(useLiveProgress(), choose)
  const dialogOf = (kind: OrderAction) => ({ order: about(kind), onClose: close })
  return (
    <PageSection title={t('history')}>
      <DataTable
        label={t('history')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ order_id }) => order_id}
        read={orders}
        paging={paging}
        searchable
        name="order"
        list={orderContract.list}
        filters={[
          {
            name: 'state',
            label: t('state'),
            options: orderStates.map((value) => ({
              value,
              label: value === 'collecting' ? serials('collecting') : t(value),
            })),
          },
        ]}
        empty={<EmptyState icon={LuQrCode} title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
      <DownloadDialog {...dialogOf('download')} />
      <LabelsDialog {...dialogOf('print')} />
      <ActivateOrderDialog {...dialogOf('activate')} />
      <CodeListDialog {...dialogOf('list')} />
      <TagsDialog {...dialogOf('tags')} />
    </PageSection>
  )
}

function useColumns(
  live: ReadonlyMap<string, OrderProgress>,
  onChoose: (action: OrderAction, order: Order) => void,
): Column<Order>[] {
  const t = useText('order')
  const serials = useText('serials')
  return useMemo(
    () => [
      { id: 'date', header: t('date'), sort: 'date', cell: ({ createdAt }) => formatDate(createdAt) },
      {
        id: 'order',
        header: t('orderId'),
        main: true,
        cell: ({ order_id, note, scratch, ownSerials, gtin, host }) => (
          <>
            {order_id}
            {scratch && (
              <Text textStyle="xs" color="fg.muted" fontWeight="normal">
                {t('withScratch')}
              </Text>
            )}
            {ownSerials && (
              <Text textStyle="xs" color="fg.muted" fontWeight="normal">
                {serials('withOwn')}
              </Text>
            )}
            {gtin && (
              <Text textStyle="xs" color="fg.muted" fontWeight="normal">
                {t('withGtin', { gtin })}
              </Text>
            )}
            {host && (
              <Text textStyle="xs" color="fg.muted" fontWeight="normal">
                {t('withHost', { host })}
              </Text>
            )}
            {note && (
              <Text textStyle="xs" color="fg.muted" fontWeight="normal" maxWidth="28ch" truncate title={note}>
                {note}
              </Text>
            )}
          </>
        ),
      },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku?.name ?? t('blank') },
      {
        id: 'quantity',
        header: t('quantity'),
        align: 'end',
        sort: 'quantity',
        cell: ({ quantity }) => formatNumber(quantity),
      },
      {
        id: 'activated',
        header: t('activated'),
        align: 'end',
        cell: ({ activated, quantity }) =>
          t('ofTotal', { done: formatNumber(activated), total: formatNumber(quantity) }),
      },
      { id: 'state', header: t('state'), cell: (order) => <StateCell order={order} live={live.get(order.id)} /> },
      {
        id: 'actions',
        header: t('which'),
        align: 'end',
        wide: true,
        cell: (order) => <OrderActions order={order} onChoose={onChoose} />,
      },
    ],
    [t, serials, live, onChoose],
  )
}

/** State of an order in its row, with the progress while its codes are generated. */
function StateCell({ order, live }: { order: Order; live: OrderProgress | undefined }) {
  const t = useText('order')
  const serials = useText('serials')
  if (order.state === 'collecting') return <StatusChip tone="wait">{serials('collecting')}</StatusChip>
  if (order.state === 'done') return <StatusChip tone="good">{t('done')}</StatusChip>
  if (order.state === 'failed') return <StatusChip tone="bad">{t('failed')}</StatusChip>
  const done = Math.max(order.generated, live?.done ?? 0)
  if (done === 0) return <StatusChip tone="wait">{t('queued')}</StatusChip>
  return (
    <Box minWidth="48">
      <ProgressBar
        label={t('progressOfOrder', { order: order.order_id })}
        done={done}
        total={order.quantity}
        {...(live && { perSecond: live.perSecond, secondsLeft: live.secondsLeft })}
      />
    </Box>
  )
}
