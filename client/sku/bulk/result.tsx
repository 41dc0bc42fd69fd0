import { Button, Flex, Stack } from '@chakra-ui/react'
import { useCallback, useRef } from 'react'
import { LuDownload } from 'react-icons/lu'
import { writeCsv } from '#client/core/files/csv.ts'
import { saveBlob } from '#client/core/files/save-file.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { FileNotes } from '#client/ui/file/file-notes.tsx'
import type { CellError } from '#shared/sku/product-sheet.ts'
import { CellErrorsTable } from './cell-errors-table.tsx'
import { errorLines } from './csv-files.ts'
import { describeCellError } from './describe-cell-error.ts'
import { SheetWarnings } from './sheet-warnings.tsx'
import { type Bulk, type CheckedFile, editKey, withEdits } from './use-bulk.ts'

type Props = { state: CheckedFile; bulk: Bulk; onEdited: (isEdited: boolean) => void }

/** The result of the dry run: errors to correct, or a list to add. */
export function Result({ state, bulk, onEdited }: Props) {
  const bad = new Set(state.errors.map(({ row }) => row)).size
  return (
    <Stack gap="4">
      <FileNotes
        notes={state.notes}
        good={state.rows.length - bad}
        bad={bad}
        done={state.done}
        onChangeEncoding={() => void bulk.take(state.file, { isAsked: true })}
      />
      <SheetWarnings rows={state.rows} />
      {bad > 0 ? <Faulty state={state} bulk={bulk} onEdited={onEdited} /> : <Ready state={state} bulk={bulk} />}
    </Stack>
  )
}

function Ready({ state, bulk }: { state: CheckedFile; bulk: Bulk }) {
  const t = useText('skuBulk')
  const counted = { count: state.inputs.length, shown: formatNumber(state.inputs.length) }
  return (
    <Stack gap="4" align="start">
      <InlineAlert status="success" description={t('allReadyHint')}>
        {t('allReady', counted)}
      </InlineAlert>
      <Button onClick={() => void bulk.add(state)}>{t('add', counted)}</Button>
    </Stack>
  )
}

function Faulty({ state, bulk, onEdited }: Props) {
  const t = useText('skuBulk')
  const { file, name, rows, notes, done, errors, inputs } = state
  const good = { count: inputs.length, shown: formatNumber(inputs.length) }
  const edits = useRef(new Map<string, { row: number; column: string; text: string }>())
  const onEdit = useCallback(
    ({ row, column }: CellError, text: string) => {
      edits.current.set(editKey({ row, column }), { row, column, text })
      onEdited(true)
    },
    [onEdited],
  )
  const saveErrors = () => {
    const words = { heading: t('problem'), wordsOf: (error: CellError) => describeCellError(error, t).problem }
    const lines = errorLines(withEdits(rows, edits.current), errors, words)
    saveBlob(writeCsv(lines), t('errorFileName', { name: name.replace(/\.csv$/i, '') }))
  }
  return (
    <Stack gap="4">
      <InlineAlert
        status="error"
        role="alert"
        description={
          <>
            {t('failHint')}.{' '}
            {t('failCount', {
              count: errors.length,
              shown: formatNumber(errors.length),
              rows: formatNumber(new Set(errors.map(({ row }) => row)).size),
              total: formatNumber(rows.length),
            })}
          </>
        }
      >
        {t('failTitle')}. {t('failWords')}
      </InlineAlert>
      <CellErrorsTable errors={errors} edits={edits.current} onEdit={onEdit} />
      <Flex gap="3" wrap="wrap">
        <Button
          onClick={() => void bulk.check({ file, name, rows: withEdits(rows, edits.current), notes, done }, state)}
        >
          {t('again')}
        </Button>
        {inputs.length > 0 && (
          <Button variant="outline" onClick={() => void bulk.add(state)}>
            {t('addGood', good)}
          </Button>
        )}
        <Button variant="outline" onClick={saveErrors}>
          <LuDownload aria-hidden />
          {t('errorFile')}
        </Button>
      </Flex>
    </Stack>
  )
}
