import { defineMail, type MailData, type MailTemplate } from '#server/core/mail/mail.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { durationWords } from '#shared/sensor/journey-sentence.ts'
import { type LimitSide, moreExtremeValue, type ValueLimits } from '#shared/sensor/limits.ts'

/** The subject of an alarm: a sensor with its location, or a shipment with its recipient. */
export type AlarmSubject = {
  kind: 'sensor' | 'shipment'
  id: string
  name: string
  place: string
  unit: string
} & ValueLimits

/** `isOpen`: more readings can follow, and none is back in range yet. */
export type RaisedExcursion = { side: LimitSide; from: Date | string; to: Date | string; peak: number; isOpen: boolean }

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

/** A mail about the new excursions of one subject on the same side, in the order of time. At least one. */
export function alarmMail(
  { kind, id, name, place, unit, limit, minimum }: AlarmSubject,
  excursions: readonly RaisedExcursion[],
  language: Language,
): { template: MailTemplate; data: MailData } {
  const tag = languageTags[language]
  const amount = (value: number) => `${new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(value)} ${unit}`
  const { side } = excursions[0]!
  const lengths = excursions.map(({ from, to }) => (new Date(to).getTime() - new Date(from).getTime()) / 1000)
  const dateFormat = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const data = {
    ...{ name, place: place || name, limit: amount((side === 'above' ? limit : minimum)!), count: excursions.length },
    from: `${dateFormat.format(new Date(excursions.at(-1)!.from))} UTC`,
    time: durationWords(
      lengths.reduce((sum, one) => sum + one, 0),
      language,
    ),
    peak: amount(excursions.map(({ peak }) => peak).reduce((one, other) => moreExtremeValue(side, one, other))),
    path:
      kind === 'shipment' ? `/logistic?log=${id}` : `/sensor?${new URLSearchParams({ sensorId: id, name }).toString()}`,
  }
  const kindOfMail = excursions.length > 1 ? 'many' : excursions[0]!.isOpen ? 'open' : 'ended'
  return { template: mails[side][kindOfMail], data }
}
