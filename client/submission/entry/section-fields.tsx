import { Button, Flex, Input, InputGroup, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatAnswer, formatRange } from '#client/core/format/answer.ts'
import { fromLocalInput, toLocalInput } from '#client/core/format/datetime-input.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { ConflictRow } from '#client/core/offline/database/database.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { useSensorName } from '#client/readings/known-sensors.ts'
import { FieldConflicts } from '#client/submission/field-conflicts.tsx'
import { DateInput } from '#client/ui/form/date-input.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { useRunAfterRelease } from '#client/ui/form/run-after-release.ts'
import type { FormSection, Question } from '#shared/form/contract.ts'
import type { TimeRange } from '#shared/submission/answers.ts'
import { answerPath, rangePath, type SubmissionView } from '#shared/submission/record.ts'
import { answerProblem, maxUniqueLength } from '#shared/submission/rules.ts'
import {
  currentAnswer,
  currentRange,
  type FieldProblems,
  normalizeAnswer,
  type UnsavedAnswers,
} from './unsaved-answers.ts'

type Props = {
  section: FormSection
  record: SubmissionView
  typed: UnsavedAnswers
  wrong: FieldProblems
  choices: readonly ConflictRow[]
  onType: (path: string, value: string | TimeRange) => void
}

/** The sensor ranges and questions of one section. */
export function SectionFields({ section, record, typed, wrong, choices, onType }: Props) {
  const t = useText('submission')
  const language = useLanguage()
  const sensorName = useSensorName()
  const visibleQuestions = section.questions.filter(
    ({ id, active }) => active || currentAnswer(typed, record, id) !== '',
  )
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
            <FieldConflicts choices={choices} path={path} words={(value) => formatRange(value as TimeRange)} />
          </Stack>
        )
      })}
      {visibleQuestions.map((question) => {
        const path = answerPath(question.id)
        return (
          <Stack key={question.id} gap="2" data-answer={question.id}>
            <QuestionField
              question={question}
              value={currentAnswer(typed, record, question.id)}
              error={errorOf(path)}
              onChange={(value) => onType(path, value)}
            />
            <FieldConflicts choices={choices} path={path} words={(value) => formatAnswer(String(value), question)} />
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

type QuestionProps = {
  question: Question
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function QuestionField({ question, value, error, onChange }: QuestionProps) {
  const { name, datatype, prefix, suffix, required } = question
  const language = useLanguage()
  const afterPress = useRunAfterRelease()
  const [isLeft, setIsLeft] = useState(false)
  const problem = isLeft ? answerProblem(question, normalizeAnswer(question, value)) : undefined
  return (
    <FieldFrame label={name} required={required} error={error ?? problem?.body(language, '').message}>
      <InputGroup startElement={prefix || undefined} endElement={suffix || undefined}>
        {datatype === 'date' ? (
          <DateTimeInput label={name} value={value} onChange={onChange} />
        ) : (
          <Input
            value={value}
            maxLength={datatype === 'unique' ? maxUniqueLength : 2000}
            {...(datatype === 'number' && { inputMode: 'decimal' })}
            onChange={({ target }) => {
              setIsLeft(false)
              onChange(target.value)
            }}
            onBlur={() => afterPress(() => setIsLeft(true))}
          />
        )}
      </InputGroup>
    </FieldFrame>
  )
}

type DateTimeProps = { label: string; value: string; onChange: (time: string) => void }

/** A date and time, with a button that enters the current one, because most answers are entered during the event. */
function DateTimeInput({ label, value, onChange, ...field }: DateTimeProps) {
  const t = useText('submission')
  return (
    <Flex gap="2" flex="1" minWidth="0">
      <DateInput
        withTime
        flex="1"
        minWidth="0"
        {...field}
        value={toLocalInput(value)}
        onChange={(chosen) => onChange(fromLocalInput(chosen))}
      />
      <Button
        variant="outline"
        aria-label={t('nowFor', { name: label })}
        onClick={() => onChange(new Date(new Date().setSeconds(0, 0)).toISOString())}
      >
        {t('now')}
      </Button>
    </Flex>
  )
}
