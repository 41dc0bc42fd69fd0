import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { ConflictRow } from '#client/core/offline/database/database.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { QuestionToAnswer } from '#client/form/fill/asked-question.tsx'
import { DateTimeInput } from '#client/form/question-types/date-time-input.tsx'
import { formatAnswer, formatRange } from '#client/form/question-types/format-answer.ts'
import { useSensorName } from '#client/readings/known-sensors.ts'
import { FieldConflicts } from '#client/submission/field-conflicts.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import type { FormSection, Question } from '#shared/form/contract.ts'
import type { FormState } from '#shared/form/form-state.ts'
import type { TimeRange } from '#shared/submission/answers.ts'
import { answerPath, rangePath, type SubmissionView } from '#shared/submission/record.ts'
import { currentAnswer, currentRange, type FieldProblems, type UnsavedAnswers } from './unsaved-answers.ts'

type Props = {
  submissionId: string
  section: FormSection
  record: SubmissionView
  typed: UnsavedAnswers
  wrong: FieldProblems
  conflicts: readonly ConflictRow[]
  /** What the expressions of the form say about the answers. */
  state: FormState
  onType: (path: string, value: string | TimeRange) => void
}

/** The sensor ranges and questions of one section. */
export function SectionFields({ submissionId, section, record, typed, wrong, conflicts, state, onType }: Props) {
  const t = useText('submission')
  const language = useLanguage()
  const sensorName = useSensorName()
  const { hidden, calculated } = state
  const isAsked = ({ id, active, hideResult }: Question) =>
    !hidden.has(id) && !hideResult && (active || currentAnswer(typed, record, id) !== '')
  const isInConflict = ({ id }: Question) => conflicts.some(({ path }) => path === answerPath(id))
  const visibleQuestions = section.questions.filter((question) => isAsked(question) || isInConflict(question))
  const errorOf = (path: string) => wrong.get(path)?.body(language, '').message
  if (visibleQuestions.length + section.sensors.length === 0) return <Text color="fg.muted">{t('nothingAsked')}</Text>
  return (
    <Stack gap="5">
      {section.sensors.map(({ id }) => {
        const path = rangePath(section.id, id)
        return (
          <Stack key={id} gap="2" data-answer={id}>
            <RangeFields
              sensor={sensorName(id)}
              range={currentRange(typed, record, section.id, id)}
              error={errorOf(path)}
              onChange={(range) => onType(path, range)}
            />
            <FieldConflicts conflicts={conflicts} path={path} words={(value) => formatRange(value as TimeRange)} />
          </Stack>
        )
      })}
      {visibleQuestions.map((question) => {
        const path = answerPath(question.id)
        return (
          <Stack key={question.id} gap="2" data-answer={question.id}>
            {isAsked(question) ? (
              <QuestionToAnswer
                question={{ ...question, required: state.isRequired(question) }}
                recordId={submissionId}
                value={calculated.get(question.id) ?? currentAnswer(typed, record, question.id)}
                error={errorOf(path)}
                state={state}
                onChange={(value) => onType(path, value)}
              />
            ) : (
              <Text textStyle="sm" fontWeight="500" overflowWrap="anywhere">
                {question.name}
              </Text>
            )}
            <FieldConflicts
              conflicts={conflicts}
              path={path}
              words={(value) => formatAnswer(String(value), question)}
            />
          </Stack>
        )
      })}
    </Stack>
  )
}

type RangeProps = { sensor: string; range: TimeRange; error: string | undefined; onChange: (range: TimeRange) => void }

function RangeFields({ sensor, range, error, onChange }: RangeProps) {
  const t = useText('submission')
  return (
    <Stack gap="2" role="group" aria-label={t('sensor', { name: sensor })}>
      <Text fontWeight="600" overflowWrap="anywhere">
        {t('sensor', { name: sensor })}
      </Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {(['start_time', 'end_time'] as const).map((part) => (
          <FieldFrame
            key={part}
            label={part === 'start_time' ? t('startTime') : t('endTime')}
            required
            error={part === 'end_time' ? error : undefined}
          >
            <DateTimeInput
              label={part === 'start_time' ? t('startTime') : t('endTime')}
              value={range[part] ?? ''}
              onChange={(time) => onChange({ ...range, [part]: time || null })}
            />
          </FieldFrame>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
