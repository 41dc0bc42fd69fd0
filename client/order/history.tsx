import { Button, Flex, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { LuCircleCheckBig, LuDownload, LuList, LuPrinter, LuQrCode } from 'react-icons/lu'
import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { LabelsDialog } from '#client/label/labels-dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { downloadRoute, type Order, orderContract, orderStates } from '#shared/order/contract.ts'
import { mayChange } from '#shared/order/rules.ts'
import { ActivateOrderDialog } from './activate-dialog.tsx'
import { CodeListDialog } from './code-list.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { type OrderProgress, useLiveProgress } from './live-progress.ts'
import { StateCell } from './state-cell.tsx'

const filters = { state: orderStates } as const

/** Lists the orders, newest first, with live progress. */
export function OrderHistory() {
  const t = useText('order')
  const paging = usePaging({ filters })
  const [watching, setWatching] = useState(false)
  const orders = useRead(orderContract.list, { query: paging.query }, { every: watching && limits.pollMs })
  const changing = orders.data?.rows.some(mayChange) ?? false
  if (changing !== watching) setWatching(changing)
  const [downloading, setDownloading] = useState<Order>()
  const [printing, setPrinting] = useState<Order>()
  const [listing, setListing] = useState<Order>()
  const [activating, setActivating] = useState<Order>()
  const finished = orders.data?.rows.filter(({ state }) => state === 'done') ?? []
  const inactive = finished.find(({ activated, quantity }) => activated < quantity)
  useOpenLink('labels', finished[0] && (() => setPrinting(finished[0])))
  useOpenLink('activate', inactive && (() => setActivating(inactive)))
  const columns = useColumns(useLiveProgress(), setDownloading, setPrinting, setListing, setActivating)
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
          { name: 'state', label: t('state'), options: orderStates.map((value) => ({ value, label: t(value) })) },
        ]}
        empty={<EmptyState icon={LuQrCode} title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
      <DownloadDialog order={downloading} onClose={() => setDownloading(undefined)} />
      <LabelsDialog order={printing} onClose={() => setPrinting(undefined)} />
      <ActivateOrderDialog order={activating} onClose={() => setActivating(undefined)} />
      <CodeListDialog order={listing} onClose={() => setListing(undefined)} />
    </PageSection>
  )
}

function useColumns(
  live: ReadonlyMap<string, OrderProgress>,
  onDownload: (order: Order) => void,
  onPrint: (order: Order) => void,
  onList: (order: Order) => void,
  onActivate: (order: Order) => void,
): Column<Order>[] {
  const t = useText('order')
  const label = useText('label')
  const deniedReason = useDeniedReason('dealer')
  const mayDownload = hasAccess(downloadRoute.access, useViewer()?.role)
  return useMemo(
    () => [
      { id: 'date', header: t('date'), sort: 'date', cell: ({ createdAt }) => formatDate(createdAt) },
      {
        id: 'order',
        header: t('orderId'),
        heads: true,
        cell: ({ order_id, note }) => (
          <>
            {order_id}
            {note && (
              <Text textStyle="xs" color="fg.muted" fontWeight="normal" maxWidth="28ch" truncate title={note}>
                {note}
              </Text>
            )}
          </>
        ),
      },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku.name },
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
        cell: (order) => (
          <Flex gap="2" wrap="wrap" justify={{ md: 'end' }}>
            <Button
              variant="outline"
              size="sm"
              disabled={order.generated === 0}
              aria-label={t('showCodesOf', { order: order.order_id })}
              onClick={() => onList(order)}
            >
              <LuList aria-hidden />
              {t('showCodes')}
            </Button>
            <Button
              variant="outline"
              size="sm"
              disabled={order.state !== 'done' || !mayDownload}
              aria-label={t('downloadOf', { order: order.order_id })}
              onClick={() => onDownload(order)}
            >
              <LuDownload aria-hidden />
              {t('download')}
            </Button>
            <Button
              variant="outline"
              size="sm"
              disabled={order.state !== 'done' || !mayDownload}
              aria-label={label('printOf', { order: order.order_id })}
              onClick={() => onPrint(order)}
            >
              <LuPrinter aria-hidden />
              {label('print')}
            </Button>
            <Button
              variant="outline"
              size="sm"
              disabled={order.state !== 'done' || order.activated === order.quantity || deniedReason !== undefined}
              title={deniedReason}
              aria-label={t('activateOf', { order: order.order_id })}
              onClick={() => onActivate(order)}
            >
              <LuCircleCheckBig aria-hidden />
              {t('activate')}
            </Button>
          </Flex>
        ),
      },
    ],
    [t, label, live, onDownload, onPrint, onList, onActivate, mayDownload, deniedReason],
  )
}
