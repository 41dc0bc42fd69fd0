import { Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { type Paging, useLocalPaging } from '#client/ui/table/paging.ts'
import { printedSscc } from '#shared/gs1/sscc.ts'
import { logisticContract } from '#shared/logistic/contract.ts'
import type { Pack } from '#shared/pack/contract.ts'

const numberOf = ({ sscc, identifier }: Pack): string => (sscc ? printedSscc(sscc) : identifier)

/** The cases and pallets that a shipment took; nothing without any. Devices do not store them. */
export function ShippedPackages({ id }: { id: string }) {
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const read = useRead(logisticContract.packages, { params: { id }, query: { page, limit } }, { quiet: true })
  return read.data?.total ? <PackageTable read={read} paging={paging} /> : null
}

type TableProps = { read: ReturnType<typeof useRead<(typeof logisticContract)['packages']>>; paging: Paging }

function PackageTable({ read, paging }: TableProps) {
  const t = useText('logistic')
  const pack = useText('pack')
  const columns = useMemo(
    (): Column<Pack>[] => [
      { id: 'number', header: t('package'), main: true, cell: numberOf },
      { id: 'kind', header: pack('kind'), cell: ({ kind }) => pack(kind) },
      { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ quantity }) => formatNumber(quantity) },
    ],
    [t, pack],
  )
  return (
    <DataTable
      label={t('packages')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={numberOf}
      read={read}
      paging={paging}
    />
  )
}

const namedPackages = 10

/** The same in one line, for the person who enters an arrival. */
export function PackagesLine({ id }: { id: string }) {
  const t = useText('logistic')
  const query = { page: 1, limit: namedPackages }
  const { data } = useRead(logisticContract.packages, { params: { id }, query }, { quiet: true })
  if (!data?.total) return null
  const names = data.rows.map(numberOf).join(', ')
  const more = data.total - data.rows.length
  return (
    <Text color="fg.muted" overflowWrap="anywhere">
      {more > 0 ? t('packagesMore', { names, more: formatNumber(more) }) : t('packagesAre', { names })}
    </Text>
  )
}
