import { defineMail, type MailData, type MailTemplate } from '#server/core/mail/mail.ts'
import { slotTime } from '#server/insights/zone-clock.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { locationLabel } from '#shared/insights/contract.ts'
import { insightsOverviewText } from '#shared/insights/overview-text.ts'
import type { WeekNumbers } from './numbers.ts'
import type { Weeks } from './week.ts'

const words = {
  enUS: {
    subject: 'Your week in Assay: {{from}} – {{to}}',
    intro: '{{from}} – {{to}} ({{timeZone}}), compared with the week before.',
    verify: 'Scans',
    redirect: 'Visits of your site',
    creation: 'Codes created',
    outliers: 'Alerts',
    before: '{{trend}}, before: {{previous}}',
    noneBefore: 'none before',
    products: 'Most scanned products',
    places: 'Most scanned places',
    none: 'Nothing was scanned in this week.',
    open: 'Open the insights of this week',
    stop: 'You get this mail each Monday because you chose it. Stop it: {{unsubscribeUrl}}',
  },
  ruRU: {
    subject: 'Ваша неделя в Assay: {{from}} – {{to}}',
    intro: '{{from}} – {{to}} ({{timeZone}}), в сравнении с предыдущей неделей.',
    verify: 'Сканирования',
    redirect: 'Переходы на сайт',
    creation: 'Создано кодов',
    outliers: 'Предупреждения',
    before: '{{trend}}, раньше: {{previous}}',
    noneBefore: 'раньше не было',
    products: 'Чаще всего сканировали товары',
    places: 'Чаще всего сканировали в местах',
    none: 'На этой неделе ничего не сканировали.',
    open: 'Открыть аналитику этой недели',
    stop: 'Это письмо приходит по понедельникам, потому что вы его выбрали. Отказаться: {{unsubscribeUrl}}',
  },
} as const satisfies Record<Language, object>

type Letter = { weeks: Weeks; timeZone: string; numbers: WeekNumbers; language: Language; unsubscribeUrl: string }

/** The summary of a week. Names of products and places are data, so that no name is read as a template. */
export function weeklySummaryMail({ weeks, timeZone, numbers, language, unsubscribeUrl }: Letter): {
  template: MailTemplate
  data: MailData
} {
  const textOf = (of: Language) => {
    const { subject, intro, products, places, none, open, stop } = words[of]
    const isScanned = numbers.products.length > 0
    return {
      subject,
      paragraphs: [
        intro,
        '{{counts}}',
        ...(numbers.unusual ? [insightsOverviewText[of].unusual] : []),
        ...(isScanned ? [`${products}\n{{products}}`] : [none]),
        ...(numbers.places.length > 0 ? [`${places}\n{{places}}`] : []),
        stop,
      ],
      action: { label: open, url: '{{publicUrl}}/insights?range=own&from={{firstDay}}&to={{lastDay}}' },
    }
  }
  const amount = new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(languageTags[language], { day: 'numeric', month: 'long', timeZone })
  const isoDay = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
  const [first, last] = [new Date(slotTime(weeks.middle)), new Date(slotTime(weeks.end - 1))]
  const lines = (list: WeekNumbers['products']) =>
    list.map(({ name, scans }) => `${name}: ${amount.format(scans)}`).join('\n')
  const { unusual } = numbers
  return {
    template: defineMail({ enUS: textOf('enUS'), ruRU: textOf('ruRU') }),
    data: {
      from: day.format(first),
      to: day.format(last),
      timeZone,
      unsubscribeUrl,
      firstDay: isoDay.format(first),
      lastDay: isoDay.format(last),
      counts: countLines(numbers, language),
      products: lines(numbers.products),
      places: lines(numbers.places),
      ...(unusual && {
        product: unusual.name,
        place: locationLabel(unusual),
        times: amount.format(unusual.times),
        weeks: amount.format(unusual.weeks),
      }),
    },
  }
}

function countLines(numbers: WeekNumbers, language: Language): string {
  const amount = new Intl.NumberFormat(languageTags[language])
  const percent = new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const { before, noneBefore, ...labels } = words[language]
  return (['verify', 'redirect', 'creation', 'outliers'] as const)
    .map((name) => {
      const { count, previous, trend } = numbers[name]
      const compared =
        trend === null
          ? noneBefore
          : before.replace('{{trend}}', `${percent.format(trend)}%`).replace('{{previous}}', amount.format(previous))
      return `${labels[name]}: ${amount.format(count)} (${compared})`
    })
    .join('\n')
}
