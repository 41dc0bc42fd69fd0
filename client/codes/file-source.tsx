import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { LuFileSpreadsheet } from 'react-icons/lu'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { CsvDropZone } from '#client/ui/file/csv-drop-zone.tsx'
import { EncodingChoice } from '#client/ui/file/encoding-choice.tsx'
import { fileRejection } from '#client/ui/file/file-rejection.ts'
import { limits } from '#shared/core/limits/limits.ts'
import type { CodeList, ListState } from './use-code-list.ts'

type Props = {
  codes: Omit<CodeList, 'removeSent'>
  /** Maximum rows of a list. */
  maxCodes: number
  disabled?: boolean
}

/** The file input of a list: dropped or chosen, parsed, and shown by name. Its content is not validated here. */
export function FileSource({ codes: { list, take, clear }, maxCodes, disabled = false }: Props) {
  const t = useText('codes')
  const file = useText('file')
  const ui = useText('ui')
  return (
    <Stack gap="3">
      {list.step === 'ready' ? (
        <Flex align="center" gap="3" wrap="wrap">
          <LuFileSpreadsheet aria-hidden size="24" />
          <Text flex="1 1 12rem" minWidth="0" overflowWrap="anywhere" fontWeight="600">
            {list.name}
          </Text>
          <Button variant="outline" size="sm" onClick={clear}>
            {t('otherFile')}
          </Button>
        </Flex>
      ) : list.step === 'reading' ? (
        <Text role="status">{t('reading', { name: list.name })}</Text>
      ) : list.step === 'rejected' && list.reason.kind === 'unsure' ? (
        <EncodingChoice
          file={list.file}
          readings={list.reason.readings}
          onChosen={() => void take(list.file)}
          onCancel={clear}
        />
      ) : (
        <CsvDropZone
          hint={t('fileHint', { most: formatNumber(maxCodes), size: formatBytes(limits.csvBytes) })}
          disabled={disabled}
          error={rejectionText(list, t, file)}
          onFile={(file) => take(file)}
        />
      )}
      <Dialog
        open={list.step === 'tooMany'}
        onClose={clear}
        title={t('tooManyTitle')}
        size="sm"
        footer={<Button onClick={clear}>{ui('close')}</Button>}
      >
        {list.step === 'tooMany' && (
          <Text>
            {t('tooManyBody', { most: formatNumber(maxCodes), name: list.name, count: formatNumber(list.count) })}
          </Text>
        )}
      </Dialog>
    </Stack>
  )
}

function rejectionText(list: ListState, t: Translate<'codes'>, file: Translate<'file'>): string | undefined {
  if (list.step !== 'rejected' || list.reason.kind === 'unsure') return undefined
  const { reason } = list
  if (reason.kind === 'unreadable') return t('unreadableFile')
  if (reason.kind === 'empty') return t('emptyFile')
  if (reason.kind !== 'noColumns') return fileRejection(reason, file)
  return `${t('noColumn')} ${file('columnsFound', { columns: reason.found.join(', ') || '—' })}`
}
