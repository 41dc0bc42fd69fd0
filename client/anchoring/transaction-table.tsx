import { Link as ChakraLink, chakra, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainView, PendingTransaction } from '#shared/anchoring/chains-contract.ts'
import { explorerUrl } from '#shared/anchoring/explorer.ts'
import { amountText } from './amount-text.ts'
import { Section } from './section.tsx'

type Props = { view: ChainView; report: ChainReport }
const noRead = { isError: false, isFetching: false, isPlaceholderData: false, refetch: () => undefined } as const

/** The oldest transactions that are not final, with a link to a public explorer where there is one. */
export function TransactionTable({ view: { chain, transactions }, report }: Props) {
  const t = useText('chains')
  const columns = useColumns(chain, report)
  const data = useMemo(() => ({ rows: transactions, total: transactions.length }), [transactions])
  return (
    <Section title={t('transactions')}>
      <DataTable
        label={t('transactions')}
        columns={columns}
        rowId={({ txid }) => txid}
        rowName={({ txid }) => txid}
        read={{ ...noRead, data }}
      />
    </Section>
  )
}

function useColumns(chain: ChainView['chain'], { network, height: tip }: ChainReport): Column<PendingTransaction>[] {
  const t = useText('chains')
  return useMemo(
    () => [
      {
        id: 'txid',
        header: t('txid'),
        main: true,
        cell: ({ txid }) => <Txid txid={txid} url={explorerUrl(chain, network, txid)} />,
      },
      { id: 'state', header: t('state'), nowrap: true, cell: (row) => <State row={row} tip={tip} /> },
      { id: 'signed', header: t('signed'), cell: ({ signedAt }) => formatDateTime(signedAt) },
      { id: 'fee', header: t('paid'), align: 'end', cell: ({ fee }) => amountText(chain, fee) },
      { id: 'attempts', header: t('attempts'), align: 'end', cell: ({ attempts }) => formatNumber(attempts) },
    ],
    [t, chain, network, tip],
  )
}

function Txid({ txid, url }: { txid: string; url: string | undefined }) {
  const short = (
    <chakra.code textStyle="xs" title={txid}>
      {txid.slice(0, 8)}…{txid.slice(-8)}
    </chakra.code>
  )
  if (!url) return short
  return (
    <ChakraLink href={url} target="_blank" rel="noreferrer" textDecoration="underline">
      {short}
    </ChakraLink>
  )
}

function State({ row: { state, isStuck, error, height }, tip }: { row: PendingTransaction; tip: number | null }) {
  const t = useText('chains')
  const count = state === 'MINED' && height !== null && tip !== null ? Math.max(0, tip - height + 1) : undefined
  return (
    <>
      <StatusChip tone={isStuck ? 'bad' : 'wait'}>{t(isStuck ? 'stuck' : state)}</StatusChip>
      {count !== undefined && (
        <Text color="fg.muted" textStyle="sm">
          {t('confirmations', { count, shown: formatNumber(count) })}
        </Text>
      )}
      {error && (
        <Text color="fg.error" textStyle="sm" overflowWrap="anywhere">
          {error}
        </Text>
      )}
    </>
  )
}
