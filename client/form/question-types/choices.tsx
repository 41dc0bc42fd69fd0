import { Stack } from '@chakra-ui/react'
import { LuListChecks } from 'react-icons/lu'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { chosenIds } from '#shared/form/question-types/options.ts'
import { firstOptions, OptionsEditor } from './options-editor.tsx'
import { OptionsFrame } from './options-frame.tsx'
import type { AnswerFieldProps, QuestionTypeView } from './view.ts'

export const choicesView: QuestionTypeView = {
  icon: LuListChecks,
  Field: ChoicesField,
  Editor: OptionsEditor,
  firstSettings: firstOptions,
}

function ChoicesField({ question, value, error, onChange }: AnswerFieldProps) {
  const { options = [] } = question
  const chosen = chosenIds(value)
  const choose = (id: string, isChosen: boolean) => {
    // In the order of the options, so that the same choice is the same text on every device.
    const next = options.filter((option) => (option.id === id ? isChosen : chosen.includes(option.id)))
    onChange(next.map((option) => option.id).join(' '))
  }
  return (
    <OptionsFrame question={question} error={error} saysRequired>
      <Stack gap="0">
        {options.map(({ id, name }) => (
          <LabelledCheckbox
            key={id}
            checked={chosen.includes(id)}
            paddingY="2"
            overflowWrap="anywhere"
            onChange={(isChosen) => choose(id, isChosen)}
          >
            {name}
          </LabelledCheckbox>
        ))}
      </Stack>
    </OptionsFrame>
  )
}
