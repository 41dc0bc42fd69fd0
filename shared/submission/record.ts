import type { Range } from './contract.ts'

/** What devices call a submission. */
export const submissionEntity = 'submission'

/**
 * A submission as devices keep it. Each answer and each range is a field of its own (`answers/<questionId>`,
 * `ranges/<sectionId>:<sensorId>`), so that two people who fill in different parts never meet.
 */
export type SubmissionRecord = {
  formId: string
  formRevision: number
  /** ISO 8601. */
  date: string
  custom_id: string
  answers: Readonly<Record<string, string>>
  ranges: Readonly<Record<string, Range>>
  createdAt: string
}

export const answerPath = (questionId: string): string => `answers/${questionId}`
export const rangeKey = (sectionId: string, sensorId: string): string => `${sectionId}:${sensorId}`
export const rangePath = (sectionId: string, sensorId: string): string => `ranges/${rangeKey(sectionId, sensorId)}`
