import { Stack, Text } from '@chakra-ui/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { LuCircleCheckBig } from 'react-icons/lu'
import { ChainList } from '#client/codes/chain-list.tsx'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { offline, useRecord } from '#client/core/offline/read/queries.ts'
import { useFixLink } from '#client/core/offline/read/use-fix-link.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { FailedJobNotice } from '#client/ui/feedback/failed-job-notice.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { SyncStateChip, useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { orderContract } from '#shared/order/contract.ts'
import { FixActivationDialog } from './fix-dialog.tsx'
import {
  activationRejectionProblems,
  type HistoryRow,
  type HistoryState,
  isInProgress,
  useHistoryRows,
} from './history-rows.ts'

const stateStyles = {
  captured: { tone: 'wait', word: 'waitsHere' },
  queued: { tone: 'wait', word: 'Activating' },
  running: { tone: 'wait', word: 'Activating' },
  done: { tone: 'good', word: 'Activated' },
  failed: { tone: 'bad', word: 'Failed' },
} as const satisfies Record<HistoryState, { tone: Tone; word: string }>

/** Lists the activations, newest first, with those that wait on this device. Notifies when one is complete. */
export function ActivationHistory() {
  const t = useText('activation')
  const paging = usePaging()
  const history = useHistoryRows(paging.query)
  const rows = history.data?.rows
  const { setOpen, close, about } = useDialogs<{ kind: 'fix'; about: string }>()
  const fix = useCallback((id: string) => setOpen({ kind: 'fix', about: id }), [setOpen])
  const saved = useRecord<ActivationRecord>(activationEntity, about('fix'))
  useFixLink<ActivationRecord>(
    activationEntity,
    useCallback(({ id }) => fix(id), [fix]),
  )
  useCompletionNotice(rows)
  return (
    <PageSection title={t('history')}>
      <DataTable
        label={t('history')}
        columns={useColumns(fix)}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={history}
        paging={paging}
        searchable
        detail={({ id, state }) => <BatchChains id={id} isDone={state === 'done'} />}
        empty={<EmptyState icon={LuCircleCheckBig} title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
      {saved?.state === 'attention' && <FixActivationDialog saved={saved} onClose={close} />}
    </PageSection>
  )
}

/** The proof of the batch on both chains, once its codes are active. */
function BatchChains({ id, isDone }: { id: string; isDone: boolean }) {
  const t = useText('activation')
  const read = useRead(activationContract.chains, { params: { id } }, { enabled: isDone, quiet: true })
  if (!isDone || read.data?.chains === null) return <Text color="fg.muted">{t('chainsLater')}</Text>
  if (!read.data) return <LoadState read={read} height="16" />
  return <ChainList chains={read.data.chains!} />
}

/** Notifies of each batch that was shown as activating and is active now. */
function useCompletionNotice(rows: readonly HistoryRow[] | undefined): void {
  const t = useText('activation')
  const seen = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state, quantity } of rows ?? []) {
      if (isInProgress(state)) seen.current.add(id)
      else if (seen.current.delete(id) && state === 'done') {
        notify({ tone: 'success', title: t('finished', { count: quantity, shown: formatNumber(quantity) }) })
      }
    }
  }, [rows, t])
}

function BatchState({ row }: { row: HistoryRow }) {
  const t = useText('activation')
  const { tone, word } = stateStyles[row.state]
  const chip = <StatusChip tone={tone}>{t(word)}</StatusChip>
  if (row.state !== 'failed') return chip
  return (
    <Stack gap="1" align="start">
      {chip}
      <FailedBatch row={row} />
    </Stack>
  )
}

function FailedBatch({ row }: { row: HistoryRow }) {
  const t = useText('activation')
  const deniedReason = useDeniedReason(activationContract.retry.access)
  const engine = offline((state) => state.engine)
  const { isPending, mutateAsync } = useWrite(activationContract.retry, {
    done: t('retried'),
    refresh: [activationContract.batches, orderContract.list],
  })
  const again = async () => {
    await mutateAsync({ params: { id: row.id } })
    // The device shows its own record of the batch.
    await engine?.sendNow()
  }
  const retry = {
    label: t('retryOf', { batch: nameOf(row) }),
    isPending,
    onClick: () => void again().catch(() => undefined),
  }
  return (
    <FailedJobNotice
      reason={t(`failure_${row.failure ?? 'internal'}`)}
      retry={deniedReason === undefined ? retry : undefined}
    />
  )
}

const nameOf = ({ identifier, createdAt }: HistoryRow): string => identifier ?? formatDateTime(createdAt)

function useColumns(onFix: (id: string) => void): Column<HistoryRow>[] {
  const t = useText('activation')
  const reasonOf = useRejectionText(activationRejectionProblems)
  return useMemo(
    () => [
      { id: 'batch', header: t('batch'), main: true, cell: ({ identifier }) => identifier ?? t('notNumberedYet') },
      { id: 'date', header: t('date'), nowrap: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
      { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ quantity }) => formatNumber(quantity) },
      {
        id: 'status',
        header: t('status'),
        cell: (row) =>
          row.saved?.state === 'attention' ? (
            <SyncStateChip
              state="attention"
              reason={row.saved.rejection && reasonOf(row.saved.rejection)}
              name={nameOf(row)}
              onFix={() => onFix(row.id)}
            />
          ) : (
            <BatchState row={row} />
          ),
      },
    ],
    [t, reasonOf, onFix],
  )
}
