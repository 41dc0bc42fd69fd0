import { z } from 'zod'
import { Count, Id, Instant, SingleLine, UserDateTime } from '#shared/core/fields/fields.ts'
import { maxAnswerLength } from '#shared/form/question-types/question-type.ts'

/** An empty `value` removes the answer. Dates are ISO 8601. */
export const AnswerInput = z.object({
  questionId: Id,
  value: z.union([z.number().transform(String), SingleLine(maxAnswerLength)]),
  /** The version of the answer that the caller saw, 0 for none. Without it, the stored answer is replaced in any case. */
  version: Count.optional(),
})
export type AnswerInput = z.infer<typeof AnswerInput>

export const TimeRange = z.object({ start_time: Instant.nullable(), end_time: Instant.nullable() })
export type TimeRange = z.infer<typeof TimeRange>
/** The input form of the same. */
export const TimeRangeInput = z.object({ start_time: UserDateTime.nullable(), end_time: UserDateTime.nullable() })

export function isStartBeforeEnd({ start_time, end_time }: TimeRange): boolean {
  return start_time === null || end_time === null || Date.parse(start_time) < Date.parse(end_time)
}

export const SensorAnswerInput = TimeRangeInput.extend({
  sensorId: Id,
  sectionId: Id,
  version: Count.optional(),
}).refine(isStartBeforeEnd, {
  message: 'Start Time must be before End Time',
  path: ['end_time'],
})
export type SensorAnswerInput = z.infer<typeof SensorAnswerInput>

export const AnswersInput = z.object({
  answers: z.array(AnswerInput).max(2000).default([]),
  sensorAnswers: z.array(SensorAnswerInput).max(1000).default([]),
})
export type AnswersInput = z.infer<typeof AnswersInput>

/** `others` are later answers from devices that had not seen this one: a user has to resolve the conflict. */
export const SubmissionAnswer = z.object({
  questionId: Id,
  question: z.string(),
  value: z.string(),
  version: z.int(),
  others: z.array(z.string()),
})
export type SubmissionAnswer = z.infer<typeof SubmissionAnswer>

export const SensorAnswer = TimeRange.extend({
  sensorId: Id,
  sectionId: Id,
  section_name: z.string(),
  version: z.int(),
  others: z.array(TimeRange),
})
export type SensorAnswer = z.infer<typeof SensorAnswer>
