import { Stack, Text, Textarea } from '@chakra-ui/react'
import { LuInfo } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { maxNoteLength } from '#shared/form/question-types/note.ts'
import type { QuestionTypeView, SettingsEditorProps } from './view.ts'

export const noteView: QuestionTypeView = {
  icon: LuInfo,
  Field: ({ question: { name, note } }) => (
    <Stack
      as="section"
      aria-label={name}
      gap="1"
      paddingStart="3"
      borderStartWidth="3px"
      borderColor="border.emphasized"
    >
      <Text fontWeight="600" overflowWrap="anywhere">
        {name}
      </Text>
      {note && (
        <Text whiteSpace="pre-line" overflowWrap="anywhere">
          {note}
        </Text>
      )}
    </Stack>
  ),
  Editor: NoteEditor,
}

function NoteEditor({ question: { note = '' }, set }: SettingsEditorProps) {
  const t = useText('form')
  return (
    <FieldFrame label={t('note')}>
      <Textarea
        rows={3}
        autoresize
        maxLength={maxNoteLength}
        value={note}
        onChange={({ target }) => set({ note: target.value })}
      />
    </FieldFrame>
  )
}
