import { Input, SimpleGrid } from '@chakra-ui/react'
import { LuHash } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { TextAnswer } from './text-answer.tsx'
import type { QuestionTypeView, SettingsEditorProps } from './view.ts'

export const numberView: QuestionTypeView = {
  icon: LuHash,
  Field: (props) => <TextAnswer {...props} inputMode="decimal" />,
  Editor: BoundsEditor,
}

/** The smallest and the largest number that an answer can be. */
function BoundsEditor({ question, issueOf, set }: SettingsEditorProps) {
  const t = useText('form')
  return (
    <SimpleGrid columns={{ base: 1, md: 3 }} gap="4" alignItems="end">
      {(['min', 'max'] as const).map((bound) => (
        <FieldFrame key={bound} label={t(bound)} error={issueOf(bound)}>
          <Input
            type="number"
            inputMode="decimal"
            step="any"
            value={question[bound] ?? ''}
            onChange={({ target }) => set({ [bound]: target.value === '' ? undefined : target.valueAsNumber })}
          />
        </FieldFrame>
      ))}
      <LabelledCheckbox
        checked={question.whole ?? false}
        minHeight="10"
        onChange={(on) => set({ whole: on || undefined })}
      >
        {t('whole')}
      </LabelledCheckbox>
    </SimpleGrid>
  )
}
