import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuFileSpreadsheet } from 'react-icons/lu'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { CsvDropZone } from '#client/ui/file/csv-drop-zone.tsx'
import { EncodingChoice } from '#client/ui/file/encoding-choice.tsx'
import { FileNotes } from '#client/ui/file/file-notes.tsx'
import { fileRejection } from '#client/ui/file/file-rejection.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { isShapeProblem } from '#shared/core/row-problems.ts'
import type { SerialFault } from './read-serials.ts'
import type { SerialFile, SerialFileState } from './use-serial-file.ts'

/** The input of a file of serial numbers, with the rows that are left out. `error`: of the form around it. */
export function SerialSource({
  file: { state, take, clear },
  error,
}: {
  file: SerialFile
  error?: string | undefined
}) {
  const t = useText('serials')
  const fileText = useText('file')
  if (state.step === 'reading' || state.step === 'checking')
    return <Text role="status">{t(state.step, { name: state.name })}</Text>
  if (state.step === 'rejected' && state.reason.kind === 'unsure') {
    return (
      <EncodingChoice
        file={state.file}
        readings={state.reason.readings}
        onChosen={() => void take(state.file)}
        onCancel={clear}
      />
    )
  }
  if (state.step !== 'ready') {
    return (
      <CsvDropZone
        hint={t('fileHint', { most: formatNumber(limits.ownSerials), size: formatBytes(limits.ownSerialFileBytes) })}
        maxBytes={limits.ownSerialFileBytes}
        error={rejectionText(state, t, fileText) ?? error}
        onFile={(file) => take(file)}
      />
    )
  }
  const { serials, faults } = state.list
  return (
    <Stack gap="3">
      <Flex align="center" gap="3" wrap="wrap">
        <LuFileSpreadsheet aria-hidden size="24" />
        <Text flex="1 1 12rem" minWidth="0" overflowWrap="anywhere" fontWeight="600">
          {state.file.name}
        </Text>
        <Button variant="outline" size="sm" onClick={clear}>
          {t('otherFile')}
        </Button>
      </Flex>
      <InlineAlert
        status={faults.length > 0 ? 'warning' : 'success'}
        data-testid="serials"
        description={
          faults.length > 0 ? t('leftOut', { count: faults.length, shown: formatNumber(faults.length) }) : undefined
        }
      >
        {t('ready', { count: serials.length, shown: formatNumber(serials.length) })}
      </InlineAlert>
      <FileNotes
        notes={state.list.notes}
        good={serials.length}
        bad={faults.length}
        done={0}
        onChangeEncoding={() => void take(state.file, { isAsked: true })}
      />
      {faults.length > 0 && <FaultTable faults={faults} />}
    </Stack>
  )
}

function rejectionText(state: SerialFileState, t: Translate<'serials'>, file: Translate<'file'>): string | undefined {
  if (state.step !== 'rejected' || state.reason.kind === 'unsure') return undefined
  const { reason } = state
  if (reason.kind === 'unreadable') return t('unreadableFile')
  if (reason.kind === 'empty') return t('emptyFile')
  if (reason.kind === 'tooMany')
    return t('tooMany', { count: formatNumber(reason.count), most: formatNumber(limits.ownSerials) })
  if (reason.kind !== 'noColumns') return fileRejection(reason, file)
  return `${t('noColumn')} ${file('columnsFound', { columns: reason.found.join(', ') || '—' })}`
}

function FaultTable({ faults }: { faults: readonly SerialFault[] }) {
  const t = useText('serials')
  const file = useText('file')
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const data = useMemo(
    () => ({ rows: faults.slice((page - 1) * limit, page * limit), total: faults.length }),
    [faults, page, limit],
  )
  const columns = useMemo<Column<SerialFault>[]>(
    () => [
      { id: 'row', header: t('row'), main: true, cell: ({ row }) => formatNumber(row) },
      {
        id: 'serial',
        header: t('serial'),
        cell: ({ serial }) => (
          <Text as="span" fontFamily="mono" textStyle="sm" overflowWrap="anywhere" lineClamp="2">
            {serial || '—'}
          </Text>
        ),
      },
      {
        id: 'reason',
        header: t('reason'),
        cell: ({ problem }) => (problem !== 'letters' && isShapeProblem(problem) ? file(`row.${problem}`) : t(problem)),
      },
    ],
    [t, file],
  )
  return (
    <DataTable
      label={t('errors')}
      columns={columns}
      rowId={({ row }) => String(row)}
      rowName={({ row }) => String(row)}
      read={{ data, isError: false, isFetching: false, refetch: () => undefined }}
      paging={paging}
    />
  )
}
