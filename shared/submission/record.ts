import type { Moment } from '#shared/form/expression/values.ts'
import { uuid7Time } from '#shared/sync/uuid7.ts'
import type { TimeRange } from './answers.ts'
import type { Submission, SubmissionFields } from './contract.ts'
import type { AnswerValue, SensorRange } from './rules.ts'

/** The name of submissions on devices. */
export const submissionEntity = 'submission'

/**
 * A submission as devices store it. Each answer and each range is a separate field (`answers/<questionId>`,
 * `ranges/<sectionId>:<sensorId>`), so that two users who fill in different parts never conflict.
 */
export type SubmissionRecord = Pick<
  Submission,
  keyof SubmissionFields | 'formId' | 'formRevision' | 'timeZone' | 'createdAt'
> & {
  answers: Readonly<Record<string, string>>
  ranges: Readonly<Record<string, TimeRange>>
}

export const answerPath = (questionId: string): string => `answers/${questionId}`
const rangeKey = (sectionId: string, sensorId: string): string => `${sectionId}:${sensorId}`
export const rangePath = (sectionId: string, sensorId: string): string => `ranges/${rangeKey(sectionId, sensorId)}`

/** A submission as a device sees it. Fields of the server are missing until it has answered. */
export type SubmissionView = Pick<SubmissionRecord, RequiredField> & Partial<Omit<SubmissionRecord, RequiredField>>
type RequiredField = 'formId' | 'date' | 'custom_id'

/** The time at which a submission was begun, and its time zone: its id contains the time until the server has answered. */
export const beginningOf = (id: string, { createdAt, timeZone: zone }: SubmissionView): Moment => ({
  now: createdAt ?? new Date(uuid7Time(id)).toISOString(),
  zone,
})

export function answersOf({ answers = {} }: SubmissionView): AnswerValue[] {
  return Object.entries(answers).map(([questionId, value]) => ({ questionId, value }))
}

export function rangesOf({ ranges = {} }: SubmissionView): SensorRange[] {
  return Object.entries(ranges).map(([key, range]) => {
    const [sectionId = '', sensorId = ''] = key.split(':')
    return { sectionId, sensorId, ...range }
  })
}
