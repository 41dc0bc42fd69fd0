import { Link as ChakraLink, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { SyncStateChip, useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import { WrappedText } from '#client/ui/table/wrapped-text.tsx'
import { printedSscc } from '#shared/gs1/sscc.ts'
import type { PackRecord } from '#shared/pack/record.ts'
import type { SavedPack } from './enqueue-pack.ts'
import { packRejectionProblems } from './rejection-problems.ts'

/** The number on the label; undefined until the server has given one. */
export const packNumber = ({ sscc, identifier }: Pick<PackRecord, 'sscc' | 'identifier'>): string | undefined =>
  sscc ? printedSscc(sscc) : identifier

/** The name of a package, before it has a number, too. */
export const packName = (data: PackRecord): string => packNumber(data) ?? formatDateTime(data.packed_at)

const states = {
  unpacked: { tone: 'plain', word: 'unpacked' },
  onPallet: { tone: 'plain', word: 'onPallet' },
  packed: { tone: 'good', word: 'packed' },
} as const

const stateOf = ({ unpacked_at, pallet_id }: PackRecord) =>
  states[unpacked_at ? 'unpacked' : pallet_id ? 'onPallet' : 'packed']

/** The columns of the table of packages. */
export function usePackColumns(onFix: (pack: SavedPack) => void): Column<SavedPack>[] {
  const t = useText('pack')
  const reasonOf = useRejectionText(packRejectionProblems)
  return useMemo(
    () => [
      {
        id: 'number',
        header: t('number'),
        main: true,
        cell: ({ data }) => (
          <Text as="span" {...(packNumber(data) !== undefined && { fontFamily: 'mono' })}>
            {packNumber(data) ?? t('notNumberedYet')}
          </Text>
        ),
      },
      { id: 'kind', header: t('kind'), cell: ({ data }) => t(data.kind) },
      { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ data }) => formatNumber(data.quantity) },
      {
        id: 'cases',
        header: t('cases'),
        align: 'end',
        omitIf: ({ data }) => data.kind === 'case',
        cell: ({ data }) => (data.kind === 'pallet' ? formatNumber(data.cases) : '—'),
      },
      {
        id: 'state',
        header: t('state'),
        cell: ({ data }) => {
          const { tone, word } = stateOf(data)
          return <StatusChip tone={tone}>{t(word)}</StatusChip>
        },
      },
      {
        id: 'sync',
        header: t('sync'),
        omitIf: ({ state }) => state === 'sent',
        cell: (pack) => (
          <SyncStateChip
            state={pack.state}
            reason={pack.rejection && reasonOf(pack.rejection)}
            name={packName(pack.data)}
            onFix={() => onFix(pack)}
          />
        ),
      },
      {
        id: 'contents',
        header: t('contents'),
        cell: ({ id, data, ver }) =>
          ver === 0 ? (
            '—'
          ) : (
            <ChakraLink asChild textDecoration="underline">
              <Link to={`?contents=${id}`} aria-label={t('contentsOf', { name: packName(data) })}>
                {t('contents')}
              </Link>
            </ChakraLink>
          ),
      },
      { id: 'packedAt', header: t('packedAt'), extra: true, cell: ({ data }) => formatDateTime(data.packed_at) },
      {
        id: 'reason',
        header: t('reason'),
        extra: true,
        omitIf: ({ data }) => data.unpacked_at === null,
        cell: ({ data }) => (
          <WrappedText>
            {data.unpacked_at ? `${formatDateTime(data.unpacked_at)} · ${data.unpack_reason}` : '—'}
          </WrappedText>
        ),
      },
    ],
    [t, reasonOf, onFix],
  )
}
