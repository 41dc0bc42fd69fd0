import { Box, Flex, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { Select } from '#client/ui/form/select.tsx'
import type { Condition } from '#shared/form/conditions.ts'
import type { DecidingQuestion } from './deciding-questions.ts'
import { ExpressionField } from './expression-field.tsx'

type Props = {
  condition: Condition | undefined
  /** The questions before this one that can decide about it. */
  deciding: readonly DecidingQuestion[]
  error: string | undefined
  expressionError: string | undefined
  onChange: (condition: Condition | undefined) => void
}

const byExpression = 'expression'

/** After which answers to an earlier question a question is asked, or the expression that decides it. */
export function ConditionEditor({ condition, deciding, error, expressionError, onChange }: Props) {
  const t = useText('form')
  const words = useText('expression')
  const ofOptions = condition && 'question' in condition ? condition : undefined
  const ofExpression = condition && 'expression' in condition ? condition : undefined
  const chosen = deciding.find(({ id }) => id === ofOptions?.question)
  const offered = [
    ...deciding.map(({ id, name }) => ({ value: id, label: name })),
    // Without an entry of its own, the select would show "always", and choosing that would not change it.
    ...(ofOptions && !chosen ? [{ value: ofOptions.question, label: t('lostQuestion') }] : []),
    { value: byExpression, label: words('byExpression') },
  ]
  const choose = (id: string) => {
    if (id === byExpression) return onChange({ expression: '' })
    const next = deciding.find((question) => question.id === id)
    onChange(next && { question: id, options: next.options.slice(0, 1).map((option) => option.id) })
  }
  const check = (id: string, isChecked: boolean) => {
    const { options = [] } = ofOptions ?? {}
    const next = chosen!.options.filter((option) => (option.id === id ? isChecked : options.includes(option.id)))
    onChange({ question: chosen!.id, options: next.map((option) => option.id) })
  }
  return (
    <Box>
      <FieldFrame label={t('showIf')} error={error}>
        <Select
          value={ofExpression ? byExpression : (ofOptions?.question ?? '')}
          empty={t('showAlways')}
          options={offered}
          onChange={choose}
        />
      </FieldFrame>
      {ofExpression && (
        <Box paddingTop="3">
          <ExpressionField
            label={words('showIf')}
            hint={words('showIfHint')}
            value={ofExpression.expression}
            error={expressionError}
            onChange={(expression) => onChange({ expression })}
          />
        </Box>
      )}
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
              checked={ofOptions?.options.includes(id) ?? false}
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
