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

/** Groups of alarms that a mail names. The page of the alerts shows the others. */
const maxNamed = 20

const words = {
  enUS: {
    subject: 'Temperature alarm: {{name0}}',
    subjectOfMany: 'Temperature alarms: {{count}}',
    introOfMany: 'New temperature alarms: {{count}}.',
    above: '{{name}} ({{place}}): at or above {{limit}} from {{from}}, for {{time}}. Highest value: {{peak}}.',
    below: '{{name}} ({{place}}): below {{limit}} from {{from}}, for {{time}}. Lowest value: {{peak}}.',
    aboveOften:
      '{{name}} ({{place}}): {{count}} times at or above {{limit}}, for {{time}} in total, the last time from {{from}}. Highest value: {{peak}}.',
    belowOften:
      '{{name}} ({{place}}): {{count}} times below {{limit}}, for {{time}} in total, the last time from {{from}}. Lowest value: {{peak}}.',
    soFar: '{{time}} so far',
    more: 'And more: {{more}}',
    check: 'Please check the goods.',
    openLog: 'Open the log',
    openAlerts: 'Open the alerts',
  },
  ruRU: {
    subject: 'Предупреждение о температуре: {{name0}}',
    subjectOfMany: 'Предупреждения о температуре: {{count}}',
    introOfMany: 'Новых предупреждений о температуре: {{count}}.',
    above:
      '{{name}} ({{place}}): порог {{limit}} достигнут {{from}}, длительность {{time}}. Наибольшее значение: {{peak}}.',
    below: '{{name}} ({{place}}): с {{from}} ниже {{limit}}, длительность {{time}}. Наименьшее значение: {{peak}}.',
    aboveOften:
      '{{name}} ({{place}}): порог {{limit}} достигнут несколько раз. Нарушений: {{count}}, всего {{time}}, последнее началось {{from}}. Наибольшее значение: {{peak}}.',
    belowOften:
      '{{name}} ({{place}}): несколько раз ниже {{limit}}. Нарушений: {{count}}, всего {{time}}, последнее началось {{from}}. Наименьшее значение: {{peak}}.',
    soFar: 'пока {{time}}',
    more: 'И ещё: {{more}}',
    check: 'Проверьте товар.',
    openLog: 'Открыть журнал',
    openAlerts: 'Открыть предупреждения',
  },
} as const satisfies Record<Language, object>

/**
 * One mail about all new alarms of a merchant, in the order of time. At least one. Those of one subject on the same side are named
 * together; if there are no others, the mail leads to the log of their subject.
 */
export function alarmMail(alarms: readonly DueAlarm[], language: Language): { template: MailTemplate; data: MailData } {
  const groups = [...Map.groupBy(alarms, ({ id, side }) => `${id} ${side}`).values()]
  const named = groups.slice(0, maxNamed)
  const count = alarms.length
  const more = count - named.reduce((sum, group) => sum + group.length, 0)
  const data: MailData = { count, more }
  // Names are data, so that no name is read as a template.
  for (const [at, group] of named.entries()) {
    const values = alarmData(group, language)
    if (group.at(-1)!.isOpen) values.time = words[language].soFar.replace('{{time}}', values.time)
    for (const [word, value] of Object.entries(values)) data[`${word}${at}`] = value
  }
  const textOf = (of: Language) => {
    const { subject, subjectOfMany, introOfMany, check, more: others, openLog, openAlerts } = words[of]
    const lines = named.map((group, at) => lineOf(group, of).replaceAll('}}', `${at}}}`))
    if (groups.length === 1) {
      return { subject, paragraphs: [...lines, check], action: { label: openLog, url: '{{publicUrl}}{{path0}}' } }
    }
    const linked = lines.map((line, at) => `${line}\n{{publicUrl}}{{path${at}}}`)
    return {
      subject: subjectOfMany,
      paragraphs: [`${introOfMany} ${check}`, ...linked, ...(more > 0 ? [others] : [])],
      action: { label: openAlerts, url: '{{publicUrl}}/alerts' },
    }
  }
  return { template: defineMail({ enUS: textOf('enUS'), ruRU: textOf('ruRU') }), data }
}

function lineOf(group: readonly DueAlarm[], language: Language): string {
  const { side } = group[0]!
  return words[language][group.length > 1 ? (`${side}Often` as const) : side]
}

/** What mails name of the alarms of one subject on the same side, in the order of time. At least one. */
function alarmData(alarms: readonly DueAlarm[], language: Language) {
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
