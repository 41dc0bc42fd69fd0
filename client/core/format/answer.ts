import type { Datatype } from '#shared/form/contract.ts'
import type { TimeRange } from '#shared/submission/answers.ts'
import { formatDateTime } from './date.ts'
import { dateText } from './date-text.ts'

/** Formats an instant (in the time zone of the device) or a day as all screens and inputs do: 03/05/2026 10:00, 03/05/2026. */
export function formatLocalDate(value: string): string {
  const isDay = value.length === 10
  return isDay ? dateText(value) : formatDateTime(value)
}

type AnswerFormat = { datatype: Datatype; prefix: string; suffix: string }

/** Formats the answer to a question for display, with its prefix and suffix. */
export function formatAnswer(value: string, { datatype, prefix, suffix }: AnswerFormat): string {
  const words = datatype === 'date' && value ? formatLocalDate(value) : value
  return words && [prefix, words, suffix].filter(Boolean).join(' ')
}

export function formatRange({ start_time, end_time }: TimeRange): string {
  return [start_time, end_time].map((time) => (time ? formatLocalDate(time) : '…')).join(' – ')
}
