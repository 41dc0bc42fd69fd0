import { defineMail, type MailData, type MailTemplate } from '#server/core/mail/mail.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { durationWords } from '#shared/sensor/journey-sentence.ts'
import { type LimitSide, moreExtremeValue } from '#shared/sensor/limits.ts'

/** A sensor with its location, or a shipment with its recipient. */
type AlarmSubject = { kind: 'sensor' | 'shipment'; id: string; name: string; place: string }
/** An alarm as it is stored when its mail is written. */
export type DueAlarm = AlarmSubject & {
  unit: string
  side: LimitSide
  limit: number
  from: Date | string
  to: Date | string
  peak: number
  isOpen: boolean
}

const action = {
  enUS: { label: 'Open the log', url: '{{publicUrl}}{{path}}' },
  ruRU: { label: 'Открыть журнал', url: '{{publicUrl}}{{path}}' },
}

const oneMail = (isOpen: boolean) =>
  defineMail({
    enUS: {
      subject: 'Temperature alarm: {{name}}',
      paragraphs: [
        `{{name}} ({{place}}) was at or above {{limit}} from {{from}}, for {{time}}${isOpen ? ' so far' : ''}. The highest value is {{peak}}.`,
        'Please check the goods.',
      ],
      action: action.enUS,
    },
    ruRU: {
      subject: 'Предупреждение о температуре: {{name}}',
      paragraphs: [
        `{{name}} ({{place}}): порог {{limit}} достигнут {{from}}, ${isOpen ? 'пока ' : ''}длительность {{time}}. Наибольшее значение {{peak}}.`,
        'Проверьте товар.',
      ],
      action: action.ruRU,
    },
  })

const manyMail = defineMail({
  enUS: {
    subject: 'Temperature alarm: {{name}}',
    paragraphs: [
      '{{name}} ({{place}}) was at or above {{limit}} several times: {{count}} excursions, {{time}} in total. The last one began on {{from}}. The highest value is {{peak}}.',
      'Please check the goods.',
    ],
    action: action.enUS,
  },
  ruRU: {
    subject: 'Предупреждение о температуре: {{name}}',
    paragraphs: [
      '{{name}} ({{place}}): порог {{limit}} достигнут несколько раз. Нарушений: {{count}}, всего {{time}}. Последнее началось {{from}}. Наибольшее значение {{peak}}.',
      'Проверьте товар.',
    ],
    action: action.ruRU,
  },
})

const oneColdMail = (isOpen: boolean) =>
  defineMail({
    enUS: {
      subject: 'Temperature alarm: {{name}}',
      paragraphs: [
        `{{name}} ({{place}}) was below {{limit}} from {{from}}, for {{time}}${isOpen ? ' so far' : ''}. The lowest value is {{peak}}.`,
        'Please check the goods.',
      ],
      action: action.enUS,
    },
    ruRU: {
      subject: 'Предупреждение о температуре: {{name}}',
      paragraphs: [
        `{{name}} ({{place}}): с {{from}} ниже {{limit}}, ${isOpen ? 'пока ' : ''}длительность {{time}}. Наименьшее значение {{peak}}.`,
        'Проверьте товар.',
      ],
      action: action.ruRU,
    },
  })

const manyColdMail = defineMail({
  enUS: {
    subject: 'Temperature alarm: {{name}}',
    paragraphs: [
      '{{name}} ({{place}}) was below {{limit}} several times: {{count}} excursions, {{time}} in total. The last one began on {{from}}. The lowest value is {{peak}}.',
      'Please check the goods.',
    ],
    action: action.enUS,
  },
  ruRU: {
    subject: 'Предупреждение о температуре: {{name}}',
    paragraphs: [
      '{{name}} ({{place}}): несколько раз ниже {{limit}}. Нарушений: {{count}}, всего {{time}}. Последнее началось {{from}}. Наименьшее значение {{peak}}.',
      'Проверьте товар.',
    ],
    action: action.ruRU,
  },
})

const mails = {
  above: { open: oneMail(true), ended: oneMail(false), many: manyMail },
  below: { open: oneColdMail(true), ended: oneColdMail(false), many: manyColdMail },
} as const

/** A mail about the alarms of one subject on the same side, in the order of time. At least one. */
export function alarmMail(alarms: readonly DueAlarm[], language: Language): { template: MailTemplate; data: MailData } {
  const { side, isOpen } = alarms[0]!
  const kind = alarms.length > 1 ? 'many' : isOpen ? 'open' : 'ended'
  return { template: mails[side][kind], data: alarmData(alarms, language) }
}

/** What mails name of the alarms of one subject on the same side, in the order of time. At least one. */
export function alarmData(alarms: readonly DueAlarm[], language: Language) {
  const tag = languageTags[language]
  const { kind, id, name, place, side, from, limit, unit } = alarms.at(-1)!
  const amount = (value: number) => `${new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(value)} ${unit}`
  const dateFormat = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const lengths = alarms.map((alarm) => (new Date(alarm.to).getTime() - new Date(alarm.from).getTime()) / 1000)
  return {
    name,
    place: place || name,
    limit: amount(limit),
    count: alarms.length,
    from: `${dateFormat.format(new Date(from))} UTC`,
    time: durationWords(
      lengths.reduce((sum, one) => sum + one, 0),
      language,
    ),
    peak: amount(alarms.map(({ peak }) => peak).reduce((one, other) => moreExtremeValue(side, one, other))),
    path:
      kind === 'shipment' ? `/logistic?log=${id}` : `/sensor?${new URLSearchParams({ sensorId: id, name }).toString()}`,
  }
}
