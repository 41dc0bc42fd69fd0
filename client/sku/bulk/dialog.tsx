import { Button, Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { LuCircleCheckBig, LuDownload } from 'react-icons/lu'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { CsvDropZone } from '#client/ui/file/csv-drop-zone.tsx'
import { EncodingChoice } from '#client/ui/file/encoding-choice.tsx'
import { fileRejection } from '#client/ui/file/file-rejection.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useReportUnsaved } from '#client/ui/form/report-unsaved.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { saveTemplate } from './csv-files.ts'
import { ImportList, UndoDialog } from './import-list.tsx'
import { Result } from './result.tsx'
import { type Bulk, type BulkState, type SheetRejection, useBulk } from './use-bulk.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** The reason why the user cannot add products. */
  deniedReason: string | undefined
}

/** Adds products from a spreadsheet: the file is parsed, checked and corrected here, then all are added at once. */
export function BulkDialog({ open, onClose, deniedReason }: Props) {
  const t = useText('skuBulk')
  return (
    <FormDialog open={open} onClose={onClose} title={t('title')} size="xl">
      <BulkSteps onClose={onClose} deniedReason={deniedReason} />
    </FormDialog>
  )
}

function BulkSteps({ onClose, deniedReason }: Omit<Props, 'open'>) {
  const t = useText('skuBulk')
  const bulk = useBulk()
  const { state } = bulk
  /** Whether there are corrected cells that were not added yet. */
  const [isEdited, setEdited] = useState(false)
  useReportUnsaved(isEdited)
  const hasNothing = state.step === 'none' || state.step === 'rejected' || state.step === 'added'
  const isUnsure = state.step === 'rejected' && state.rejection.kind === 'unsure'
  const hasList = state.step === 'none' || (state.step === 'rejected' && !isUnsure)
  useEffect(() => {
    if (hasNothing) setEdited(false)
  }, [hasNothing])
  return (
    <Stack gap="5">
      {(state.step === 'none' || state.step === 'rejected') && (
        <Choose state={state} deniedReason={deniedReason} bulk={bulk} />
      )}
      {state.step === 'reading' && <Busy words={t('reading', { name: state.name })} />}
      {(state.step === 'checking' || state.step === 'adding') && (
        <Busy words={t('checking', { shown: formatNumber(state.rows.length) })} />
      )}
      {state.step === 'checked' && (
        <>
          <Flex gap="3" align="center" wrap="wrap">
            <Text flex="1" fontWeight="600" minWidth="0" overflowWrap="anywhere">
              {state.name}
            </Text>
            <Button size="sm" variant="outline" onClick={bulk.clear}>
              {t('otherFile')}
            </Button>
          </Flex>
          <Result state={state} bulk={bulk} onEdited={setEdited} />
        </>
      )}
      {state.step === 'unanswered' && <Unanswered state={state} bulk={bulk} />}
      {state.step === 'added' && <Added state={state} bulk={bulk} onClose={onClose} />}
      {hasList && <ImportList refused={deniedReason !== undefined} />}
    </Stack>
  )
}

type ChooseProps = {
  state: Extract<BulkState, { step: 'none' | 'rejected' }>
  deniedReason: string | undefined
  bulk: Bulk
}

function Choose({ state, deniedReason, bulk: { take, clear } }: ChooseProps) {
  const t = useText('skuBulk')
  const texts = useText('file')
  if (state.step === 'rejected' && state.rejection.kind === 'unsure') {
    const { file, rejection } = state
    return (
      <EncodingChoice file={file} readings={rejection.readings} onChosen={() => void take(file)} onCancel={clear} />
    )
  }
  return (
    <Stack gap="4">
      <Text>{t('steps')}</Text>
      <TemplateButton />
      <CsvDropZone
        hint={
          deniedReason ?? t('fileHint', { most: formatNumber(limits.bulkSkus), size: formatBytes(limits.csvBytes) })
        }
        disabled={deniedReason !== undefined}
        error={state.step === 'rejected' ? sheetRejectionText(state.rejection, t, texts) : undefined}
        onFile={(file) => take(file)}
      />
      <Text color="fg.muted">{t('mediaHint')}</Text>
    </Stack>
  )
}

function sheetRejectionText(refused: SheetRejection, t: Translate<'skuBulk'>, texts: Translate<'file'>): string {
  if (refused.kind === 'noColumns') {
    const found = texts('columnsFound', { columns: refused.found.join(', ') || '—' })
    return `${t('noColumns', { columns: refused.missing.join(', ') })} ${found}`
  }
  if (refused.kind === 'unreadable' || refused.kind === 'empty') return t(refused.kind)
  if (refused.kind !== 'tooMany') return refused.kind === 'unsure' ? '' : fileRejection(refused, texts)
  const { name, count } = refused
  return t('tooMany', { name, most: formatNumber(limits.bulkSkus), count: formatNumber(count) })
}

/** Downloads the template. Its example row contains a trademark of the merchant. */
export function TemplateButton() {
  const t = useText('skuBulk')
  const trademarks = useRead(trademarkContract.list, { query: { limit: 1 } })
  return (
    <Button
      variant="outline"
      alignSelf="start"
      onClick={() => saveTemplate(trademarks.data?.rows[0]?.registration_name ?? '')}
    >
      <LuDownload aria-hidden />
      {t('template')}
    </Button>
  )
}

function Busy({ words }: { words: string }) {
  return (
    <Flex role="status" gap="3" align="center">
      <Spinner size="sm" aria-hidden />
      <Text>{words}</Text>
    </Flex>
  )
}

type AddedProps = { state: Extract<BulkState, { step: 'added' }>; bulk: Bulk; onClose: () => void }

type UnansweredProps = { state: Extract<BulkState, { step: 'unanswered' }>; bulk: Bulk }

function Unanswered({ state, bulk }: UnansweredProps) {
  const t = useText('skuBulk')
  return (
    <Stack gap="4" align="start">
      <InlineAlert status="warning" role="alert" description={t('unansweredHint')}>
        {t('unanswered')}
      </InlineAlert>
      <Button onClick={() => void bulk.add(state)}>{t('askAgain')}</Button>
    </Stack>
  )
}

function Added({ state: { name, count, importId, left }, bulk, onClose }: AddedProps) {
  const t = useText('skuBulk')
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  return (
    <Stack gap="4" align="center" textAlign="center" paddingBlock="4">
      <LuCircleCheckBig aria-hidden size="40" />
      <Stack gap="1" role="status">
        <Text textStyle="xl" fontFamily="heading">
          {t('addedTitle')}
        </Text>
        <Text>{t('added', { count, shown: formatNumber(count) })}</Text>
      </Stack>
      <Flex gap="3" wrap="wrap" justify="center">
        <Button onClick={onClose}>{t('close')}</Button>
        {left && (
          <Button variant="outline" onClick={() => bulk.resume(left)}>
            {t('showLeft', { count: left.rows.length, shown: formatNumber(left.rows.length) })}
          </Button>
        )}
        <Button variant="outline" onClick={() => setConfirmOpen(true)}>
          {t('undo')}
        </Button>
      </Flex>
      <UndoDialog
        undoing={isConfirmOpen ? { id: importId, name, quantity: count } : undefined}
        onDone={(undone) => (undone ? bulk.clear() : setConfirmOpen(false))}
      />
    </Stack>
  )
}
