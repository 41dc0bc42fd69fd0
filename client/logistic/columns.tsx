import { Link as ChakraLink, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatDate, formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { SyncStateChip, useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import { WrappedText } from '#client/ui/table/wrapped-text.tsx'
import type { LogisticView } from '#shared/logistic/record.ts'
import { logisticRejectionProblems } from './rejection-problems.ts'

type Shipment = OfflineRecord<LogisticView>

/** The columns of the table of shipments. */
export function useShipmentColumns(onFix: (shipment: Shipment) => void): Column<Shipment>[] {
  const t = useText('logistic')
  const reasonOf = useRejectionText(logisticRejectionProblems)
  return useMemo(
    () => [
      {
        id: 'identifier',
        header: t('identifier'),
        main: true,
        cell: ({ data }) => data.identifier ?? t('notNamedYet'),
      },
      { id: 'recipient', header: t('recipient'), cell: ({ data }) => <WrappedText>{data.recipient}</WrappedText> },
      {
        id: 'delivered',
        header: t('deliveredAt'),
        cell: ({ data }) => (
          <WrappedText>{data.delivered_at ? formatDateTime(data.delivered_at) : t('outForDelivery')}</WrappedText>
        ),
      },
      {
        id: 'receiver',
        header: t('receiver'),
        extra: true,
        omitIf: ({ data }) => !data.receiver,
        cell: ({ data }) => <WrappedText>{data.receiver || '—'}</WrappedText>,
      },
      {
        id: 'state',
        header: t('state'),
        omitIf: ({ state }) => state === 'sent',
        cell: (shipment) => (
          <SyncStateChip
            state={shipment.state}
            reason={shipment.rejection && reasonOf(shipment.rejection)}
            name={nameOf(shipment.data)}
            onFix={() => onFix(shipment)}
          />
        ),
      },
      {
        id: 'items',
        header: t('items'),
        cell: (shipment) => <ItemsLink {...shipment} />,
      },
      {
        id: 'quantity',
        header: t('quantity'),
        align: 'end',
        extra: true,
        cell: ({ data }) => formatNumber(data.quantity),
      },
      { id: 'log', header: t('log'), extra: true, cell: (shipment) => <LogLink {...shipment} /> },
      {
        id: 'shipped',
        header: t('shippedAt'),
        extra: true,
        cell: ({ data }) => <WrappedText>{formatDateTime(data.shipped_at ?? data.createdAt)}</WrappedText>,
      },
      { id: 'note', header: t('note'), extra: true, cell: ({ data }) => <WrappedText>{data.note || '—'}</WrappedText> },
      { id: 'created', header: t('created'), extra: true, cell: ({ data }) => formatDate(data.createdAt) },
    ],
    [t, reasonOf, onFix],
  )
}

/** The display name of a shipment: its number, once it has one. */
export const nameOf = ({ identifier, recipient }: LogisticView): string => identifier ?? recipient

function ItemsLink({ id, data }: Shipment) {
  const t = useText('logistic')
  const shown = t('show', { count: data.quantity, shown: formatNumber(data.quantity) })
  return (
    <ChakraLink asChild textDecoration="underline">
      <Link to={`?items=${id}`} aria-label={`${shown}: ${t('itemsOf', { name: nameOf(data) })}`}>
        {shown}
      </Link>
    </ChakraLink>
  )
}

/** Only shipments with a sensor have a log. */
function LogLink({ id, data }: Shipment) {
  const t = useText('logistic')
  if (data.manufacturer_id === null) return <Text as="span">—</Text>
  return (
    <ChakraLink asChild textDecoration="underline">
      <Link to={`?log=${id}`} aria-label={t('viewLogOf', { name: nameOf(data) })}>
        {t('viewLog')}
      </Link>
    </ChakraLink>
  )
}
