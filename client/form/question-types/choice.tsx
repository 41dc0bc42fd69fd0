import { Button, RadioCard, Stack, useFieldsetContext } from '@chakra-ui/react'
import { LuCircleDot, LuX } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { firstOptions, OptionsEditor } from './options-editor.tsx'
import { OptionsFrame } from './options-frame.tsx'
import type { AnswerFieldProps, QuestionTypeView } from './view.ts'

/** More options are a select, which phones show as a list of their own. */
const maxCards = 8

export const choiceView: QuestionTypeView = {
  icon: LuCircleDot,
  Field: ChoiceField,
  Editor: OptionsEditor,
  firstSettings: firstOptions,
}

function ChoiceField(props: AnswerFieldProps) {
  const ui = useText('ui')
  const { question, value, error, onChange } = props
  const { name, hint, required, options = [] } = question
  if (options.length <= maxCards) return <ChoiceCardsField {...props} />
  return (
    <FieldFrame label={name} hint={hint} required={required} error={error}>
      <Select
        value={value}
        empty={ui('select')}
        options={options.map((option) => ({ value: option.id, label: option.name }))}
        onChange={onChange}
      />
    </FieldFrame>
  )
}

function ChoiceCardsField(props: AnswerFieldProps) {
  return (
    <OptionsFrame question={props.question} error={props.error}>
      <ChoiceCards {...props} />
    </OptionsFrame>
  )
}

function ChoiceCards({ question, value, onChange }: AnswerFieldProps) {
  const t = useText('submission')
  const { ids } = useFieldsetContext()
  const { name, required, options = [] } = question
  return (
    <Stack gap="2" align="start">
      <RadioCard.Root
        value={value}
        required={required}
        size="sm"
        width="full"
        aria-labelledby={ids.legend}
        onValueChange={(change) => change.value && onChange(change.value)}
      >
        <Stack gap="2">
          {options.map((option) => (
            <RadioCard.Item key={option.id} value={option.id} borderColor="border.emphasized">
              <RadioCard.ItemHiddenInput />
              <RadioCard.ItemControl alignItems="center">
                <RadioCard.ItemText overflowWrap="anywhere">{option.name}</RadioCard.ItemText>
                <RadioCard.ItemIndicator />
              </RadioCard.ItemControl>
            </RadioCard.Item>
          ))}
        </Stack>
      </RadioCard.Root>
      {value !== '' && !required && (
        <Button variant="ghost" size="sm" aria-label={t('clearNamed', { name })} onClick={() => onChange('')}>
          <LuX aria-hidden />
          {t('clear')}
        </Button>
      )}
    </Stack>
  )
}
