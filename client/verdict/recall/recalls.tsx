import { Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuMegaphone } from 'react-icons/lu'
import { formatDate } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Recall, verdictContract } from '#shared/verdict/contract.ts'
import { EndRecallDialog } from './end-recall-dialog.tsx'
import { isPending, useUndoRecall } from './pending-recalls.tsx'

/** Lists the recalls that shoppers see or will see soon. */
export function Recalls({ refused }: { refused: boolean }) {
  const t = useText('verdict')
  const paging = usePaging({ prefix: 'recalls' })
  const recalls = useRead(verdictContract.recalls, { query: paging.query })
  const { setOpen, close, about } = useDialogs<{ kind: 'end'; about: Recall }>()
  const undo = useUndoRecall()
  const now = recalls.data?.now ?? ''
  const columns = useMemo<Column<Recall>[]>(
    () => [
      ...recallSubjectColumns(t),
      {
        id: 'state',
        header: t('recallState'),
        cell: (row) => (
          <StatusChip tone={isPending(row, now) ? 'wait' : 'bad'}>
            {isPending(row, now) ? t('recallNotYet') : t('recallFrom', { date: formatDate(row.publicAt) })}
          </StatusChip>
        ),
      },
    ],
    [t, now],
  )
  return (
    <PageSection title={t('recalls')}>
      <DataTable
        label={t('recalls')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={recalls}
        paging={paging}
        actions={(row) => {
          const input = { params: { id: row.id } }
          return [
            isPending(row, now)
              ? { id: 'undo', label: t('undoRecall'), disabled: refused, onSelect: () => undo.mutate(input) }
              : {
                  id: 'end',
                  label: t('endRecall'),
                  disabled: refused,
                  onSelect: () => setOpen({ kind: 'end', about: row }),
                },
          ]
        }}
        empty={<EmptyState icon={LuMegaphone} title={t('noRecalls')} hint={t('noRecallsHint')} />}
      />
      <EndRecallDialog recall={about('end')} onClose={close} />
      <PastRecalls />
    </PageSection>
  )
}

const recallSubjectColumns = (t: Translate<'verdict'>): Column<Recall>[] => [
  { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDate(createdAt) },
  { id: 'scope', header: t('recallKind'), cell: ({ scope }) => t(`scope_${scope}`) },
  { id: 'name', header: t('target'), main: true, cell: ({ name }) => name },
  { id: 'message', header: t('message'), cell: ({ message }) => <Words>{message}</Words> },
]

/** Recalls that shoppers saw and that have ended, with the reasons. Nothing is shown before the first one. */
function PastRecalls() {
  const t = useText('verdict')
  const paging = usePaging({ prefix: 'past' })
  const recalls = useRead(verdictContract.recalls, { query: { ...paging.query, state: 'ended' } })
  const columns = useMemo<Column<Recall>[]>(
    () => [
      ...recallSubjectColumns(t),
      { id: 'ended', header: t('recallEnd'), cell: ({ endedAt }) => endedAt && formatDate(endedAt) },
      { id: 'reason', header: t('recallEndReason'), cell: ({ endReason }) => <Words>{endReason || '—'}</Words> },
    ],
    [t],
  )
  if (!recalls.data || (recalls.data.total === 0 && recalls.data.rows.length === 0)) return null
  return (
    <PageSection title={t('recallHistory')}>
      <DataTable
        label={t('recallHistory')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={recalls}
        paging={paging}
      />
    </PageSection>
  )
}

/** Wraps the message, so that the menu of its row stays visible. */
function Words({ children }: { children: string }) {
  return (
    <Text maxWidth="52ch" whiteSpace="pre-line">
      {children}
    </Text>
  )
}
