import { formatLocalDate } from '#client/core/format/date.ts'
import type { Question } from '#shared/form/contract.ts'
import type { TimeRange } from '#shared/submission/answers.ts'
import { answerText } from '#shared/submission/rules.ts'

/** An answer as all screens show it, with dates in the time zone of the device. */
export function formatAnswer(value: string, question: Question): string {
  return answerText(question, value, { date: formatLocalDate })
}

export function formatRange({ start_time, end_time }: TimeRange): string {
  return [start_time, end_time].map((time) => (time ? formatLocalDate(time) : '…')).join(' – ')
}
