import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { saveBlob } from '#client/core/files/save-file.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { CsvDropZone } from '#client/ui/file/csv-drop-zone.tsx'
import { EncodingChoice } from '#client/ui/file/encoding-choice.tsx'
import { FileNotes } from '#client/ui/file/file-notes.tsx'
import { fileRejection } from '#client/ui/file/file-rejection.ts'
import type { BulkResult } from './add-users.ts'
import { type BulkRow, usersCsv } from './read-users.ts'
import { RowErrors } from './row-errors.tsx'
import { type CheckedUserFile, type UserList, type UserListState, useUserList } from './use-user-list.ts'

export function BulkImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('user')
  return (
    <Dialog open={open} onClose={onClose} title={t('bulkTitle')} size="xl">
      <BulkImport onDone={onClose} />
    </Dialog>
  )
}

/** Adds users from a file: every row is checked, then the good ones are added one after the other. */
function BulkImport({ onDone }: { onDone: () => void }) {
  const t = useText('user')
  const ui = useText('ui')
  const list = useUserList()
  const { state } = list
  const otherFile = (
    <Button variant="outline" onClick={list.clear}>
      {t('otherFile')}
    </Button>
  )
  if (state.step === 'reading') return <Loading />
  if (state.step === 'checked') {
    return (
      <Checked state={state} list={list}>
        {otherFile}
      </Checked>
    )
  }
  if (state.step === 'adding') return <ProgressBar label={t('adding')} done={state.done} total={state.total} />
  if (state.step === 'added') {
    return (
      <BulkImportResult outcome={state.outcome} left={state.left}>
        {otherFile}
        <Button onClick={onDone}>{ui('close')}</Button>
      </BulkImportResult>
    )
  }
  return <Choose state={state} list={list} />
}

type ChooseProps = { state: Extract<UserListState, { step: 'none' | 'rejected' }>; list: UserList }

function Choose({ state, list: { take, clear } }: ChooseProps) {
  const t = useText('user')
  const file = useText('file')
  if (state.step === 'rejected' && state.rejection.kind === 'unsure') {
    const { file: chosen, rejection } = state
    return (
      <EncodingChoice file={chosen} readings={rejection.readings} onChosen={() => void take(chosen)} onCancel={clear} />
    )
  }
  return (
    <Stack gap="4" align="stretch">
      <Text color="fg.muted">{t('bulkHint')}</Text>
      <CsvDropZone error={rejectionText(state, t, file)} onFile={(given) => take(given)} />
      <Button variant="outline" size="sm" alignSelf="start" onClick={() => saveBlob(usersCsv([]), 'users.csv')}>
        {t('template')}
      </Button>
    </Stack>
  )
}

function rejectionText(state: ChooseProps['state'], t: Translate<'user'>, file: Translate<'file'>): string | undefined {
  if (state.step === 'none' || state.rejection.kind === 'unsure') return undefined
  const { rejection } = state
  if (rejection.kind === 'unreadable') return t('unreadableFile')
  if (rejection.kind === 'empty') return t('emptyFile')
  if (rejection.kind !== 'noColumns') return fileRejection(rejection, file)
  return `${t('missingColumns')}: ${rejection.missing.join(', ')}. ${file('columnsFound', { columns: rejection.found.join(', ') || '—' })}`
}

function Checked({ state, list, children }: { state: CheckedUserFile; list: UserList; children: ReactNode }) {
  const t = useText('user')
  const { file, rows, ready, errors, notes } = state
  const bad = new Set(errors.map(({ row }) => row))
  const count = ready.length
  return (
    <Stack gap="4">
      <Text fontWeight="600" overflowWrap="anywhere">
        {t('readRows', { count: rows.length, name: file.name })}
      </Text>
      <FileNotes
        notes={notes}
        good={count}
        bad={errors.length}
        onChangeEncoding={() => void list.take(file, { isAsked: true })}
      />
      {errors.length > 0 && <RowErrors errors={errors} />}
      <Flex gap="2" wrap="wrap">
        {count > 0 && (
          <Button onClick={() => void list.add(state)}>
            {errors.length > 0 ? t('addGoodRows', { count }) : t('addRows', { count })}
          </Button>
        )}
        {errors.length > 0 && (
          <Button
            variant="outline"
            onClick={() => saveBlob(usersCsv(rows.filter(({ row }) => bad.has(row))), 'users-with-errors.csv')}
          >
            {t('downloadBad')}
          </Button>
        )}
        {children}
      </Flex>
    </Stack>
  )
}

type BulkImportResultProps = { outcome: BulkResult; left: readonly BulkRow[]; children: ReactNode }

function BulkImportResult({ outcome: { added, failed }, left, children }: BulkImportResultProps) {
  const t = useText('user')
  return (
    <Stack gap="4">
      <InlineAlert
        status={failed ? 'error' : 'success'}
        description={failed && `${t('addedRows', { count: added })}. ${t('stopped')}`}
      >
        {failed ? t('errorAtRow', failed) : t('addedRows', { count: added })}
      </InlineAlert>
      <Flex gap="2" wrap="wrap">
        {left.length > 0 && (
          <Button variant="outline" onClick={() => saveBlob(usersCsv(left), 'users-left.csv')}>
            {t('downloadRest')}
          </Button>
        )}
        {children}
      </Flex>
    </Stack>
  )
}
