import { Alert, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useIsRemoved } from '#client/core/async/use-is-removed.ts'
import { saveBlob } from '#client/core/files/save-file.ts'
import { errorText } from '#client/core/http/errors.ts'
import { call, refresh } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { DropZone } from '#client/ui/file/drop-zone.tsx'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { userContract } from '#shared/user/contract.ts'
import { addUsers, type BulkResult, type BulkRow, parseUsers, usersCsv } from './bulk-import.ts'

export function BulkImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('user')
  return (
    <Dialog open={open} onClose={onClose} title={t('bulkTitle')} size="lg">
      <BulkImport onDone={onClose} />
    </Dialog>
  )
}

type Stage =
  | { step: 'choose'; problem?: string }
  | { step: 'ready'; name: string; rows: BulkRow[] }
  | { step: 'adding'; rows: BulkRow[]; done: number }
  | { step: 'over'; rows: BulkRow[]; outcome: BulkResult }

/** Adds users from a file, row by row, and shows the result. */
function BulkImport({ onDone }: { onDone: () => void }) {
  const t = useText('user')
  const ui = useText('ui')
  const [stage, setStage] = useState<Stage>({ step: 'choose' })
  const language = useLanguage()
  const isRemoved = useIsRemoved()
  const read = async (file: File) => {
    const found = parseUsers(new Uint8Array(await file.arrayBuffer()))
    if (found.kind === 'rows') setStage({ step: 'ready', name: file.name, rows: found.rows })
    else setStage({ step: 'choose', problem: t(found.kind) })
  }
  const add = async (rows: BulkRow[]) => {
    setStage({ step: 'adding', rows, done: 0 })
    const outcome = await addUsers(rows, {
      add: (body) => call(userContract.add, { body }),
      errorText: errorText,
      cellErrorText: (column, rule) => t('invalidValue', { column, rule: validationMessage(rule, language) }),
      onAdded: (done) => setStage({ step: 'adding', rows, done }),
      isCancelled: isRemoved,
    })
    // If the dialog was closed meanwhile, a notification reports the progress.
    if (isRemoved()) notify({ tone: 'info', title: t('addedRows', { count: outcome.added }) })
    setStage({ step: 'over', rows, outcome })
    await refresh(userContract.list)
  }
  if (stage.step === 'adding') {
    return <ProgressBar label={t('adding')} done={stage.done} total={stage.rows.length} />
  }
  if (stage.step === 'over') {
    const { outcome, rows } = stage
    return (
      <BulkImportResult outcome={outcome} rest={rows.slice(outcome.added)}>
        <Button variant="outline" onClick={() => setStage({ step: 'choose' })}>
          {t('otherFile')}
        </Button>
        <Button onClick={onDone}>{ui('close')}</Button>
      </BulkImportResult>
    )
  }
  if (stage.step === 'ready') {
    const { rows, name } = stage
    return (
      <Stack gap="4">
        <Text>{t('readRows', { count: rows.length, name })}</Text>
        <Flex gap="2" wrap="wrap">
          <Button onClick={() => void add(rows)}>{t('addRows', { count: rows.length })}</Button>
          <Button variant="outline" onClick={() => setStage({ step: 'choose' })}>
            {t('otherFile')}
          </Button>
        </Flex>
      </Stack>
    )
  }
  return (
    <Stack gap="4" align="start">
      <Text color="fg.muted">{t('bulkHint')}</Text>
      <DropZone
        accept={{ 'text/csv': ['.csv'] }}
        maxBytes={limits.csvBytes}
        onFiles={([file]) => file && void read(file)}
        onRefused={([problem]) => setStage({ step: 'choose', ...(problem && { problem }) })}
      />
      {stage.problem && <InlineAlert status="error">{stage.problem}</InlineAlert>}
      <Button variant="outline" size="sm" onClick={() => saveBlob(usersCsv([]), 'users.csv')}>
        {t('template')}
      </Button>
    </Stack>
  )
}

type BulkImportResultProps = { outcome: BulkResult; rest: BulkRow[]; children: ReactNode }

function BulkImportResult({ outcome: { added, failed }, rest, children }: BulkImportResultProps) {
  const t = useText('user')
  return (
    <Stack gap="4" align="start">
      <Alert.Root status={failed ? 'error' : 'success'}>
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>{failed ? t('errorAtRow', failed) : t('addedRows', { count: added })}</Alert.Title>
          {failed && (
            <Alert.Description>
              {t('addedRows', { count: added })}. {t('stopped')}
            </Alert.Description>
          )}
        </Alert.Content>
      </Alert.Root>
      <Flex gap="2" wrap="wrap">
        {failed && (
          <Button variant="outline" onClick={() => saveBlob(usersCsv(rest), 'users-left.csv')}>
            {t('downloadRest')}
          </Button>
        )}
        {children}
      </Flex>
    </Stack>
  )
}
