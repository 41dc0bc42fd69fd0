import { Problem } from '#shared/core/api/problem.ts'
import { hiddenQuestions } from '#shared/form/conditions.ts'
import type { FormSection, Question } from '#shared/form/contract.ts'
import { type AnswerFormats, maxAnswerLength } from '#shared/form/question-types/question-type.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import type { SensorAnswer, SubmissionAnswer, TimeRange } from './answers.ts'
import { type MissingPart, type SectionStatus, type SubmissionPreview, submissionProblems } from './contract.ts'

export type AnswerValue = Pick<SubmissionAnswer, 'questionId' | 'value'>
export type SensorRange = Pick<SensorAnswer, 'sensorId' | 'sectionId' | keyof TimeRange>
/** The parts of a form that determine the progress of a submission. */
export type SectionParts = Pick<FormSection, 'id' | 'name' | 'sequence'> & {
  questions: readonly Pick<Question, 'id' | 'name' | 'required' | 'active' | 'showIf'>[]
  sensors: readonly Pick<FormSection['sensors'][number], 'id'>[]
}

/** Returns the reason why a value is not a valid answer; an empty value removes an answer and is always valid. */
export function answerProblem(question: Question, value: string): Problem | undefined {
  if (value === '') return undefined
  const { problem, maxLength = maxAnswerLength } = questionTypeOf(question)
  const details = { question: question.name, questionId: question.id }
  const found = problem?.(question, value)
  if (found) return new Problem(found.kind, { ...details, ...found.details })
  if (value.length <= maxLength) return undefined
  return new Problem(submissionProblems.tooLong, { ...details, most: maxLength })
}

/** An answer as people read it, with its prefix and suffix; empty without an answer. */
export function answerText(question: Question, value: string, formats: AnswerFormats): string {
  if (value === '') return ''
  const { format = (_, text) => text } = questionTypeOf(question)
  return [question.prefix, format(question, value, formats), question.suffix].filter(Boolean).join(' ')
}

/**
 * The missing parts of a submission. A sensor answer is complete with three values: the sensor, a start and an end. Every
 * sensor of a section needs one, and every required question that is active and asked needs an answer.
 */
export function findMissingParts(
  sections: readonly SectionParts[],
  answers: readonly AnswerValue[],
  ranges: readonly SensorRange[],
): MissingPart[] {
  const hidden = hiddenQuestions(sections, answers)
  const given = new Set(answers.filter(({ value }) => value !== '').map(({ questionId }) => questionId))
  const recorded = new Map(ranges.map((range) => [`${range.sectionId} ${range.sensorId}`, range]))
  return sections.flatMap(({ id: sectionId, name: section_name, questions, sensors }) => {
    const place = { sectionId, section_name }
    const unanswered = questions
      .filter(({ id, required, active }) => required && active && !given.has(id) && !hidden.has(id))
      .map(({ id, name }): MissingPart => ({ ...place, id, name, part: 'answer' }))
    const unrecorded = sensors.flatMap(({ id }) => {
      const range = recorded.get(`${sectionId} ${id}`)
      const parts = (['start_time', 'end_time'] as const).filter((part) => !range?.[part])
      return parts.map((part): MissingPart => ({ ...place, id, name: section_name, part }))
    })
    return [...unanswered, ...unrecorded]
  })
}

/** The sections of a submission with their states, for the stepper. */
export function sectionStatusesOf(
  sections: readonly SectionParts[],
  answers: readonly AnswerValue[],
  ranges: readonly SensorRange[],
  missing: readonly MissingPart[],
): SectionStatus[] {
  const started = new Set([
    ...answers.filter(({ value }) => value !== '').map(({ questionId }) => questionId),
    ...ranges.filter(({ start_time, end_time }) => start_time || end_time).map(({ sectionId }) => sectionId),
  ])
  return sections.map(({ id, name, sequence, questions }) => {
    const hasSome = started.has(id) || questions.some((question) => started.has(question.id))
    const isShort = missing.some(({ sectionId }) => sectionId === id)
    return { id, name, sequence, state: !isShort ? 'complete' : hasSome ? 'partial' : 'empty' }
  })
}

/** Index of the first incomplete section; of the last one if all are complete; 0 if there are none. */
export function currentSectionOf(points: readonly SectionStatus[]): number {
  const first = points.findIndex(({ state }) => state !== 'complete')
  return first === -1 ? Math.max(0, points.length - 1) : first
}

type SubmissionProgress = {
  points: SectionStatus[]
  currentSection: number
  missing: MissingPart[]
  complete: boolean
}

/** The progress of a submission. */
export function submissionProgressOf(
  sections: readonly SectionParts[],
  answers: readonly AnswerValue[],
  ranges: readonly SensorRange[],
): SubmissionProgress {
  const missing = findMissingParts(sections, answers, ranges)
  const points = sectionStatusesOf(sections, answers, ranges, missing)
  return { points, currentSection: currentSectionOf(points), missing, complete: missing.length === 0 }
}

/** The active questions that are asked, and inactive ones with an answer; all sensors, with or without a recording. */
export function previewRows(
  sections: readonly FormSection[],
  answers: readonly AnswerValue[],
  ranges: readonly SensorRange[],
): { answers: { section_name: string; question: Question; value: string }[]; sensorAnswers: PreviewRange[] } {
  const given = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  const hidden = hiddenQuestions(sections, answers)
  return {
    answers: sections.flatMap(({ name: section_name, questions }) =>
      questions
        .filter(({ id }) => !hidden.has(id))
        .filter((question) => given.get(question.id) || (question.active && !questionTypeOf(question).isNote))
        .map((question) => ({ section_name, question, value: given.get(question.id) ?? '' })),
    ),
    sensorAnswers: sections.flatMap(({ id: sectionId, name: section_name, sensors }) =>
      sensors.map(({ id: sensorId }) => {
        const range = ranges.find((one) => one.sectionId === sectionId && one.sensorId === sensorId)
        const { start_time = null, end_time = null } = range ?? {}
        return { sensorId, sectionId, section_name, start_time, end_time }
      }),
    ),
  }
}

type PreviewRange = SubmissionPreview['sensorAnswers'][number]
