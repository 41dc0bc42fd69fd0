import { Box, Flex, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { Select } from '#client/ui/form/select.tsx'
import type { Condition } from '#shared/form/conditions.ts'
import type { DecidingQuestion } from './deciding-questions.ts'

type Props = {
  condition: Condition | undefined
  /** The questions before this one that can decide about it. */
  deciding: readonly DecidingQuestion[]
  error: string | undefined
  onChange: (condition: Condition | undefined) => void
}

/** After which answers to an earlier question a question is asked. */
export function ConditionEditor({ condition, deciding, error, onChange }: Props) {
  const t = useText('form')
  if (!condition && deciding.length === 0) return null
  const chosen = deciding.find(({ id }) => id === condition?.question)
  const offered = deciding.map(({ id, name }) => ({ value: id, label: name }))
  // Without an entry of its own, the select would show "always", and choosing that would not change it.
  if (condition && !chosen) offered.push({ value: condition.question, label: t('lostQuestion') })
  const choose = (id: string) => {
    const next = deciding.find((question) => question.id === id)
    onChange(next && { question: id, options: next.options.slice(0, 1).map((option) => option.id) })
  }
  const check = (id: string, isChecked: boolean) => {
    const { options = [] } = condition ?? {}
    const next = chosen!.options.filter((option) => (option.id === id ? isChecked : options.includes(option.id)))
    onChange({ question: chosen!.id, options: next.map((option) => option.id) })
  }
  return (
    <Box>
      <FieldFrame label={t('showIf')} error={error}>
        <Select value={condition?.question ?? ''} empty={t('showAlways')} options={offered} onChange={choose} />
      </FieldFrame>
      {chosen && (
        <Flex
          role="group"
          aria-label={t('showIfAnswer')}
          wrap="wrap"
          align="center"
          gap="2"
          columnGap="5"
          paddingTop="3"
        >
          <Text textStyle="sm" width={{ base: 'full', md: 'auto' }}>
            {t('showIfAnswer')}
          </Text>
          {chosen.options.map(({ id, name }) => (
            <LabelledCheckbox
              key={id}
              checked={condition?.options.includes(id) ?? false}
              overflowWrap="anywhere"
              onChange={(isChecked) => check(id, isChecked)}
            >
              {name}
            </LabelledCheckbox>
          ))}
        </Flex>
      )}
    </Box>
  )
}
