import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Datatype } from '#shared/form/contract.ts'
import type { TimeRange } from '#shared/submission/answers.ts'

/** Formats an instant or a day in the language of the interface. */
export function formatLocalDate(value: string, language: Language): string {
  const isDay = value.length === 10
  const options = isDay
    ? ({ dateStyle: 'medium', timeZone: 'UTC' } as const)
    : ({ dateStyle: 'medium', timeStyle: 'short' } as const)
  return new Intl.DateTimeFormat(localeTag[language], options).format(new Date(value))
}

type AnswerFormat = { datatype: Datatype; prefix: string; suffix: string }

/** Formats the answer to a question for display, with its prefix and suffix. */
export function formatAnswer(value: string, { datatype, prefix, suffix }: AnswerFormat, language: Language): string {
  const words = datatype === 'date' && value ? formatLocalDate(value, language) : value
  return words && [prefix, words, suffix].filter(Boolean).join(' ')
}

export function formatRange({ start_time, end_time }: TimeRange, language: Language): string {
  return [start_time, end_time].map((time) => (time ? formatLocalDate(time, language) : '…')).join(' – ')
}

export function useLanguage(): Language {
  return preferences((state) => state.language)
}
