import { Button, Input, SimpleGrid, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { LuChevronDown, LuChevronRight } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { EditableQuestion } from '#client/form/draft.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { maxKeyLength } from '#shared/form/contract.ts'
import type { ExpressionIssue, ExpressionSetting } from '#shared/form/expression-issues.ts'
import { hasOptions, isTyped, questionTypeOf } from '#shared/form/question-types/registry.ts'
import { ConditionEditor } from './condition-editor.tsx'
import type { DecidingQuestion } from './deciding-questions.ts'
import { ExpressionField } from './expression-field.tsx'

type Props = {
  question: EditableQuestion
  /** The questions before this one that can decide about it. */
  deciding: readonly DecidingQuestion[]
  /** What is wrong with its expressions. */
  issues: readonly ExpressionIssue[]
  /** The message about a condition that no answer can meet. */
  conditionError: string | undefined
  /** The messages about other settings, after the first attempt to save. */
  issueOf: (path: string) => string | undefined
  set: (part: Partial<EditableQuestion>) => void
  /** Gives the question another variable, in all expressions. */
  onRename: (key: string | undefined) => void
}

const ruleNames = ['key', 'hint', 'calculation', 'constraint', 'requiredIf', 'initial'] as const

/** When a question is asked, what its answer can be, and how it comes about. */
export function QuestionRules(props: Props) {
  const { question, deciding, issues, conditionError, set } = props
  const t = useText('expression')
  const faultText = useFaultText()
  const errorOf = (setting: ExpressionSetting) => {
    const issue = issues.find((one) => one.setting === setting)
    return issue && faultText(issue)
  }
  const [isChosen, setChosen] = useState(() => ruleNames.some((name) => question[name] !== undefined))
  const isOpen = isChosen || issues.some(({ setting }) => setting !== 'showIf')
  const Chevron = isOpen ? LuChevronDown : LuChevronRight
  return (
    <Stack gap="4">
      {(isOpen || question.showIf || deciding.length > 0) && (
        <ConditionEditor
          condition={question.showIf}
          deciding={deciding}
          error={conditionError}
          expressionError={errorOf('showIf')}
          onChange={(showIf) => set({ showIf })}
        />
      )}
      <Button variant="ghost" size="sm" alignSelf="start" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
        <Chevron aria-hidden />
        {t('rules')}
      </Button>
      {isOpen && <Rules {...props} errorOf={errorOf} />}
    </Stack>
  )
}

function Rules({
  question,
  issueOf,
  set,
  onRename,
  errorOf,
}: Props & { errorOf: (setting: ExpressionSetting) => string | undefined }) {
  const t = useText('expression')
  const { isNote, isCaptured, isCalculable } = questionTypeOf(question)
  const expression = (setting: 'calculation' | 'constraint' | 'requiredIf') => (
    <ExpressionField
      label={t(setting)}
      hint={t(`${setting}Hint`)}
      value={question[setting] ?? ''}
      error={errorOf(setting)}
      onChange={(text) => set({ [setting]: text.trim() === '' ? undefined : text })}
    />
  )
  const typed = isTyped(question) || !isCalculable
  return (
    <>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {!isNote && (
          <VariableField
            key={question.key}
            value={question.key ?? ''}
            error={errorOf('key') ?? issueOf('key')}
            onRename={onRename}
          />
        )}
        <FieldFrame label={t('hint')} hint={t('hintHint')}>
          <Input
            value={question.hint ?? ''}
            maxLength={500}
            onChange={({ target }) => set({ hint: target.value === '' ? undefined : target.value })}
          />
        </FieldFrame>
      </SimpleGrid>
      {isCalculable && expression('calculation')}
      {isCalculable && question.calculation !== undefined && (
        <LabelledCheckbox
          checked={question.hideResult ?? false}
          onChange={(on) => set({ hideResult: on || undefined })}
        >
          {t('hideResult')}
        </LabelledCheckbox>
      )}
      {!isNote && typed && (
        <>
          {!isCaptured && expression('constraint')}
          {question.constraint !== undefined && (
            <FieldFrame label={t('constraintMessage')}>
              <Input
                value={question.constraintMessage ?? ''}
                maxLength={200}
                onChange={({ target }) => set({ constraintMessage: target.value === '' ? undefined : target.value })}
              />
            </FieldFrame>
          )}
          {!question.required && expression('requiredIf')}
          {!isCaptured && <InitialFields question={question} error={issueOf('initial.value')} set={set} />}
        </>
      )}
    </>
  )
}

/** The variable is changed when the field is left, so that its first letters do not take the place of another one. */
function VariableField({
  value,
  error,
  onRename,
}: {
  value: string
  error: string | undefined
  onRename: Props['onRename']
}) {
  const t = useText('expression')
  const [text, setText] = useState(value)
  return (
    <FieldFrame label={t('variable')} hint={t('variableHint')} error={error}>
      <Input
        value={text}
        maxLength={maxKeyLength}
        fontFamily="mono"
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => setText(target.value)}
        onBlur={() => text.trim() !== value && onRename(text.trim() || undefined)}
      />
    </FieldFrame>
  )
}

function InitialFields({ question, error, set }: Pick<Props, 'question' | 'set'> & { error: string | undefined }) {
  const t = useText('expression')
  const { initial, options = [], datatype } = question
  const kinds = [
    { value: 'value', label: t('initialValue') },
    ...(datatype === 'date' || datatype === 'time' ? [{ value: 'now', label: t('initialNow') }] : []),
    ...(datatype === 'date' ? [{ value: 'today', label: t('initialToday') }] : []),
    { value: 'last', label: t('initialLast') },
  ] as const
  const { isUnique, isCaptured } = questionTypeOf(question)
  if (isUnique || isCaptured) return null
  const change = (value: string) => set({ initial: { from: 'value', value } })
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
      <FieldFrame label={t('initial')}>
        <Select
          value={initial?.from ?? ''}
          empty={t('initialNone')}
          options={[...kinds]}
          onChange={(from) => set({ initial: from === '' ? undefined : { from: from as 'value' } })}
        />
      </FieldFrame>
      {initial?.from === 'value' && (
        <FieldFrame label={t('initialText')} error={error}>
          {hasOptions(question) ? (
            <Select
              value={initial.value ?? ''}
              empty={t('initialNone')}
              options={options.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={change}
            />
          ) : (
            <Input value={initial.value ?? ''} maxLength={2000} onChange={({ target }) => change(target.value)} />
          )}
        </FieldFrame>
      )}
    </SimpleGrid>
  )
}

/** The message about an expression, in the language of the screen. */
export function useFaultText(): (issue: ExpressionIssue) => string {
  const t = useText('expression')
  return ({ fault, name = '', at }) =>
    fault === 'syntax' && at !== undefined ? t('syntaxAt', { at }) : t(fault, { name, at: '' })
}
