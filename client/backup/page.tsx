import { Button } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuDatabaseBackup, LuPlay } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { type BackupView, backupContract } from '#shared/backup/contract.ts'
import { BackupDetails } from './details.tsx'

const isOpen = ({ state }: BackupView) => state === 'waiting' || state === 'running'
const [whileRunningMs, otherwiseMs] = [2_000, 30_000]

/** The backups of the installation, for administrators. */
export function Component() {
  const t = useText('backup')
  const { data, ...read } = useRead(
    backupContract.list,
    {},
    { every: (last) => (last?.rows.some(isOpen) ? whileRunningMs : otherwiseMs) },
  )
  const start = useWrite(backupContract.start, { refresh: [backupContract.list], done: t('begun') })
  const rows = useMemo(() => data && { rows: data.rows, total: data.rows.length }, [data])
  const columns = useColumns()
  const startButton = data?.place && (
    <Button loading={start.isPending} disabled={data.rows.some(isOpen)} onClick={() => start.mutate({})}>
      <LuPlay aria-hidden />
      {t('start')}
    </Button>
  )
  return (
    <Page title={t('title')} description={t('description')} actions={startButton}>
      {data && !data.place && (
        <InlineAlert status="warning" description={t('noPlaceHint')}>
          {t('noPlace')}
        </InlineAlert>
      )}
      {data?.place && (
        <DescriptionList
          facts={[
            [t('place'), data.place],
            [t('kept'), formatNumber(data.keep)],
            [t('next'), data.next ? formatDateTime(data.next) : ''],
            [t('keys'), t(data.hasKeys ? 'keysSealed' : 'keysMissing')],
          ]}
        />
      )}
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ startedAt }) => formatDateTime(startedAt)}
        read={{ ...read, data: rows }}
        detail={(backup) => <BackupDetails backup={backup} />}
        empty={
          <EmptyState icon={LuDatabaseBackup} title={t('empty')} hint={t(data?.place ? 'emptyHint' : 'noPlaceHint')} />
        }
      />
    </Page>
  )
}

const tones: Record<BackupView['state'], Tone> = { waiting: 'wait', running: 'wait', done: 'good', failed: 'bad' }

function useColumns(): Column<BackupView>[] {
  const t = useText('backup')
  return useMemo(
    () => [
      { id: 'from', header: t('from'), main: true, nowrap: true, cell: ({ startedAt }) => formatDateTime(startedAt) },
      { id: 'state', header: t('state'), cell: (backup) => <State backup={backup} /> },
      {
        id: 'size',
        header: t('size'),
        align: 'end',
        nowrap: true,
        cell: ({ bytes }) => (bytes === null ? '' : formatBytes(bytes)),
      },
      {
        id: 'checked',
        header: t('checked'),
        cell: ({ checkedAt, state }) =>
          checkedAt ? formatDateTime(checkedAt) : state === 'done' ? t('unchecked') : '',
      },
    ],
    [t],
  )
}

function State({ backup: { state, progress, isKept } }: { backup: BackupView }) {
  const t = useText('backup')
  if (state === 'done' && !isKept) return <StatusChip tone="plain">{t('removed')}</StatusChip>
  if (!progress) return <StatusChip tone={tones[state]}>{t(state)}</StatusChip>
  const { done, total } = progress
  const step = t(`step_${progress.step}`)
  const percent = total === null || total === 0 ? undefined : Math.min(1, done / total)
  return (
    <StatusChip tone="wait">
      {percent === undefined
        ? t('progressBytes', { step, size: formatBytes(done) })
        : t('progress', { step, percent: formatNumber(percent, { style: 'percent' }) })}
    </StatusChip>
  )
}
