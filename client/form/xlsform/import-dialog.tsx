import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { saveForm } from '#client/form/save.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { DropZone } from '#client/ui/file/drop-zone.tsx'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import { FormInput } from '#shared/form/contract.ts'
import { type ImportedForm, importForm } from './import-form.ts'
import type { ImportNote } from './notes.ts'
import { readWorkbook } from './sheets.ts'

const xlsx = { 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'] }
const maxBytes = 2 * 1024 * 1024

type Props = { onClose: () => void; onAdded: (id: string) => void }

/** Reads an XLSForm and says what it takes, before the form is saved. */
export function Component({ onClose, onAdded }: Props) {
  const t = useText('xlsform')
  const ui = useText('ui')
  const language = useLanguage()
  const [found, setFound] = useState<ImportedForm>()
  const [failure, setFailure] = useState<string>()
  const read = async (file: File) => {
    try {
      const workbook = await readWorkbook(file)
      if (!workbook.survey?.columns.includes('type')) return setFailure(t('noSurvey'))
      setFailure(undefined)
      setFound(importForm(workbook, file.name))
    } catch {
      setFailure(t('unreadable'))
    }
  }
  const [issue] = found ? (FormInput.safeParse(found.draft).error?.issues ?? []) : []
  const add = useTask(async () => {
    const id = await saveForm(undefined, found!.draft)
    notify({ tone: 'success', title: t('added') })
    onAdded(id)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('import')}
      size="lg"
      footer={
        found && (
          <>
            <Button variant="outline" onClick={() => setFound(undefined)}>
              {t('otherFile')}
            </Button>
            <Button disabled={issue !== undefined} loading={add.isPending} onClick={() => add.mutate()}>
              {t('add')}
            </Button>
          </>
        )
      }
    >
      {found ? (
        <Report found={found} error={issue && validationMessage(issue.message, language)} />
      ) : (
        <Stack gap="3">
          <DropZone
            accept={xlsx}
            maxBytes={maxBytes}
            hint={t('choose')}
            onFiles={([file]) => file && void read(file)}
            onRefused={([reason]) => setFailure(reason ?? ui('wrongType'))}
          />
          {failure && (
            <InlineAlert status="error" role="alert">
              {failure}
            </InlineAlert>
          )}
        </Stack>
      )}
    </Dialog>
  )
}

function Report({ found: { draft, notes }, error }: { found: ImportedForm; error: string | undefined }) {
  const t = useText('xlsform')
  const questions = draft.sections.reduce((sum, section) => sum + section.questions.length, 0)
  return (
    <Stack gap="4">
      <Text fontWeight="600" overflowWrap="anywhere">
        {t('found', {
          name: draft.name,
          sections: t('sections', { count: draft.sections.length }),
          questions: t('questions', { count: questions }),
        })}
      </Text>
      {error && (
        <InlineAlert status="error" role="alert">
          {error}
        </InlineAlert>
      )}
      {notes.length === 0 ? (
        <Text>{t('allTaken')}</Text>
      ) : (
        <>
          <Text>{t('notes', { count: notes.length })}</Text>
          <Notes notes={notes} />
        </>
      )}
    </Stack>
  )
}

function Notes({ notes }: { notes: readonly ImportNote[] }) {
  const t = useText('xlsform')
  return (
    <Stack as="ul" listStyleType="none" gap="3" aria-label={t('notes', { count: notes.length })}>
      {notes.map(({ reason, sheet, row, column, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Flex as="li" key={place} direction="column" gap="0.5" borderBottomWidth="1px" paddingBottom="3">
          <Text textStyle="sm" color="fg.muted">
            {row === undefined ? t('columnText', { sheet, column }) : t('placeText', { sheet, row, column })}
          </Text>
          <Text fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            {text}
          </Text>
          <Text>{t(reason)}</Text>
        </Flex>
      ))}
    </Stack>
  )
}
