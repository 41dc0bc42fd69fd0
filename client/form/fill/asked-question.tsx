import { Input } from '@chakra-ui/react'
import { useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { formatAnswer } from '#client/form/question-types/format-answer.ts'
import { questionTypeViews } from '#client/form/question-types/registry.ts'
import type { AnswerFieldProps } from '#client/form/question-types/view.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { useRunAfterRelease } from '#client/ui/form/run-after-release.ts'
import type { FormState } from '#shared/form/form-state.ts'
import { answerProblem, constraintProblem } from '#shared/submission/rules.ts'
import { normalizeAnswer } from './normalize-answer.ts'

type QuestionProps = Omit<AnswerFieldProps, 'onLeave'> & { state: FormState }

/** Reports an invalid answer when its input is left, until it changes. */
export function QuestionToAnswer({ question, recordId, value, error, state, onChange }: QuestionProps) {
  const language = useLanguage()
  const afterPress = useRunAfterRelease()
  const [isLeft, setIsLeft] = useState(false)
  const answer = normalizeAnswer(question, value)
  const problem = isLeft ? (answerProblem(question, answer) ?? constraintProblem(state, question, answer)) : undefined
  if (state.calculated.has(question.id)) return <CalculatedAnswer question={question} value={value} />
  const { Field } = questionTypeViews[question.datatype]
  return (
    <Field
      question={question}
      recordId={recordId}
      value={value}
      error={error ?? problem?.body(language, '').message}
      onChange={(next) => {
        setIsLeft(false)
        onChange(next)
      }}
      onLeave={() => afterPress(() => setIsLeft(true))}
    />
  )
}

/** The result of a calculated question, which nobody types. */
function CalculatedAnswer({ question, value }: Pick<AnswerFieldProps, 'question' | 'value'>) {
  const t = useText('submission')
  return (
    <FieldFrame label={question.name} hint={question.hint ?? t('calculatedHint')}>
      <Input readOnly variant="subtle" value={formatAnswer(value, question)} placeholder={t('noResult')} />
    </FieldFrame>
  )
}
