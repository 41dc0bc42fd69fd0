import type { MailContent } from '#server/core/mail/mail.ts'
import { slotTime } from '#server/insights/zone-clock.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { locationLabel } from '#shared/insights/contract.ts'
import { insightsMailText } from '#shared/insights/mail-text.ts'
import { insightsOverviewText } from '#shared/insights/overview-text.ts'
import type { WeekNumbers } from './numbers.ts'
import type { Weeks } from './week.ts'

type Summary = { weeks: Weeks; timeZone: string; numbers: WeekNumbers; unsubscribeUrl: string }

export const weeklySummaryMail =
  ({ weeks, timeZone, numbers, unsubscribeUrl }: Summary): MailContent =>
  (language) => {
    const t = textIn(insightsMailText, language)
    const amount = new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 1 })
    const day = new Intl.DateTimeFormat(languageTags[language], { day: 'numeric', month: 'long', timeZone })
    const isoDay = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
    const [first, last] = [new Date(slotTime(weeks.middle)), new Date(slotTime(weeks.end - 1))]
    const range = { from: day.format(first), to: day.format(last) }
    const listed = (heading: 'products' | 'places') =>
      [t(heading), ...numbers[heading].map(({ name, scans }) => `${name}: ${amount.format(scans)}`)].join('\n')

    const paragraphs = [t('intro', { ...range, timeZone }), countLines(numbers, language)]
    const { unusual } = numbers
    if (unusual) {
      const values = {
        product: unusual.name,
        place: locationLabel(unusual),
        times: amount.format(unusual.times),
        weeks: amount.format(unusual.weeks),
      }
      paragraphs.push(textIn(insightsOverviewText, language)('unusual', values))
    }
    paragraphs.push(numbers.products.length > 0 ? listed('products') : t('none'))
    if (numbers.places.length > 0) paragraphs.push(listed('places'))
    paragraphs.push(t('stop', { unsubscribeUrl }))
    const path = `/insights?range=own&from=${isoDay.format(first)}&to=${isoDay.format(last)}`
    return { subject: t('subject', range), paragraphs, action: { label: t('open'), path } }
  }

function countLines(numbers: WeekNumbers, language: Language): string {
  const t = textIn(insightsMailText, language)
  const amount = new Intl.NumberFormat(languageTags[language])
  const percent = new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return (['verify', 'redirect', 'creation', 'outliers'] as const)
    .map((name) => {
      const { count, previous, trend } = numbers[name]
      const compared =
        trend === null
          ? t('noneBefore')
          : t('before', { trend: `${percent.format(trend)}%`, previous: amount.format(previous) })
      return `${t(name)}: ${amount.format(count)} (${compared})`
    })
    .join('\n')
}
