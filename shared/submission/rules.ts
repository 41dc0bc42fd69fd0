import { Problem } from '#shared/core/api/problem.ts'
import type { FormSection, Question } from '#shared/form/contract.ts'
import type { Moment } from '#shared/form/expression/values.ts'
import { type FormState, formStateOf, type ReckonedQuestion } from '#shared/form/form-state.ts'
import { type Attachment, readAttachments } from '#shared/form/question-types/files/attachment.ts'
import { type AnswerFormats, maxAnswerLength } from '#shared/form/question-types/question-type.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import type { SensorAnswer, SubmissionAnswer, TimeRange } from './answers.ts'
import { type MissingPart, type SectionStatus, type SubmissionPreview, submissionProblems } from './contract.ts'

export type AnswerValue = Pick<SubmissionAnswer, 'questionId' | 'value'>
export type SensorRange = Pick<SensorAnswer, 'sensorId' | 'sectionId' | keyof TimeRange>
/** The parts of a form that determine the progress of a submission. */
export type SectionParts = Pick<FormSection, 'id' | 'name' | 'sequence'> & {
  questions: readonly (Pick<Question, 'name' | 'required' | 'active'> & ReckonedQuestion)[]
  sensors: readonly Pick<FormSection['sensors'][number], 'id'>[]
}

/** Returns the reason why a value is not a valid answer; an empty value removes an answer and is always valid. */
export function answerProblem(question: Question, value: string): Problem | undefined {
  if (value === '') return undefined
  const { problem, maxLength = maxAnswerLength } = questionTypeOf(question)
  const details = { question: question.name, questionId: question.id }
  if (question.calculation !== undefined) return new Problem(submissionProblems.calculated, details)
  const found = problem?.(question, value)
  if (found) return new Problem(found.kind, { ...details, ...found.details })
  if (value.length <= maxLength) return undefined
  return new Problem(submissionProblems.tooLong, { ...details, most: maxLength })
}

/** Why the constraint of a question rejects an answer. */
export function constraintProblem(state: FormState, question: Question, value: string): Problem | undefined {
  if (!state.isRejected(question, value)) return undefined
  const { id: questionId, name, constraintMessage: message } = question
  const details = { question: name, questionId }
  return message
    ? new Problem(submissionProblems.constraint, { ...details, message })
    : new Problem(submissionProblems.notAllowed, details)
}

/** The files of an answer; none if answers to the question are texts. */
export function attachmentsOf(question: Pick<Question, 'datatype'>, value: string): Attachment[] {
  return questionTypeOf(question).files ? (readAttachments(value) ?? []) : []
}

/** An answer as people read it, with its prefix and suffix; empty without an answer. */
export function answerText(question: Question, value: string, formats: AnswerFormats): string {
  if (value === '') return ''
  const { format = (_, text) => text } = questionTypeOf(question)
  return [question.prefix, format(question, value, formats), question.suffix].filter(Boolean).join(' ')
}

/**
 * The missing parts of a submission. A sensor answer is complete with three values: the sensor, a start and an end. Every
 * sensor of a section needs one, and every required question that is active and asked needs an answer. An answer that the
 * constraint of its question rejects, because another answer has changed, has to be corrected.
 *
 * @param moment the time at which the submission was begun, in its time zone
 */
export function findMissingParts(
  sections: readonly SectionParts[],
  answers: readonly AnswerValue[],
  ranges: readonly SensorRange[],
  moment: Moment,
): MissingPart[] {
  const state = formStateOf(sections, answers, moment)
  const given = new Map(answers.filter(({ value }) => value !== '').map(({ questionId, value }) => [questionId, value]))
  const recorded = new Map(ranges.map((range) => [`${range.sectionId} ${range.sensorId}`, range]))
  return sections.flatMap(({ id: sectionId, name: section_name, questions, sensors }) => {
    const place = { sectionId, section_name }
    const unanswered = questions.flatMap((question): MissingPart[] => {
      const { id, name, active } = question
      const answer = given.get(id)
      if (!active || state.hidden.has(id) || state.calculated.has(id)) return []
      if (answer === undefined) return state.isRequired(question) ? [{ ...place, id, name, part: 'answer' }] : []
      return state.isRejected(question, answer) ? [{ ...place, id, name, part: 'constraint' }] : []
    })
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
  moment: Moment,
): SubmissionProgress {
  const missing = findMissingParts(sections, answers, ranges, moment)
  const points = sectionStatusesOf(sections, answers, ranges, missing)
  return { points, currentSection: currentSectionOf(points), missing, complete: missing.length === 0 }
}

/** The active questions that are asked, and inactive ones with an answer; all sensors, with or without a recording. */
export function previewRows(
  sections: readonly FormSection[],
  answers: readonly AnswerValue[],
  ranges: readonly SensorRange[],
  moment: Moment,
): { answers: { section_name: string; question: Question; value: string }[]; sensorAnswers: PreviewRange[] } {
  const { hidden, calculated } = formStateOf(sections, answers, moment)
  const given = new Map([...answers.map(({ questionId, value }) => [questionId, value] as const), ...calculated])
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
