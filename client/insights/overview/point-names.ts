import { localeTag } from '#client/core/i18n/locale.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { TrendStep } from '#shared/insights/contract.ts'

const forms: Record<TrendStep, { short: Intl.DateTimeFormatOptions; long: Intl.DateTimeFormatOptions }> = {
  hour: {
    short: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    long: { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  },
  day: {
    short: { day: 'numeric', month: 'short' },
    long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  },
  week: {
    short: { day: 'numeric', month: 'short' },
    long: { day: 'numeric', month: 'long', year: 'numeric' },
  },
}

/** The names of the points of a trend, in the language of the interface and the time zone of the device. */
export function pointNames(points: readonly string[], step: TrendStep, language: Language) {
  const { short, long } = forms[step]
  const [brief, full] = [short, long].map((form) => new Intl.DateTimeFormat(localeTag[language], form))
  return points.map((point) => ({
    short: brief!.format(new Date(point)).replace('.', ''),
    long: full!.format(new Date(point)),
  }))
}
