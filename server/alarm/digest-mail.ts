import { defineMail, type MailData, type MailTemplate } from '#server/core/mail/mail.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { alarmData, alarmMail, type DueAlarm } from './mails.ts'

/** Groups of alarms that a mail names. The page of the alerts shows the others. */
const maxNamed = 20

const words = {
  enUS: {
    subject: 'Temperature alarms: {{count}}',
    intro: 'New temperature alarms: {{count}}. Please check the goods.',
    above: '{{name}} ({{place}}): at or above {{limit}} from {{from}}, for {{time}}. Highest value: {{peak}}.',
    below: '{{name}} ({{place}}): below {{limit}} from {{from}}, for {{time}}. Lowest value: {{peak}}.',
    aboveOften:
      '{{name}} ({{place}}): {{count}} times at or above {{limit}}, for {{time}} in total, the last time from {{from}}. Highest value: {{peak}}.',
    belowOften:
      '{{name}} ({{place}}): {{count}} times below {{limit}}, for {{time}} in total, the last time from {{from}}. Lowest value: {{peak}}.',
    soFar: '{{time}} so far',
    more: 'And more: {{more}}',
    open: 'Open the alerts',
  },
  ruRU: {
    subject: 'Предупреждения о температуре: {{count}}',
    intro: 'Новых предупреждений о температуре: {{count}}. Проверьте товар.',
    above:
      '{{name}} ({{place}}): порог {{limit}} достигнут {{from}}, длительность {{time}}. Наибольшее значение: {{peak}}.',
    below: '{{name}} ({{place}}): с {{from}} ниже {{limit}}, длительность {{time}}. Наименьшее значение: {{peak}}.',
    aboveOften:
      '{{name}} ({{place}}): порог {{limit}} достигнут несколько раз. Нарушений: {{count}}, всего {{time}}, последнее началось {{from}}. Наибольшее значение: {{peak}}.',
    belowOften:
      '{{name}} ({{place}}): несколько раз ниже {{limit}}. Нарушений: {{count}}, всего {{time}}, последнее началось {{from}}. Наименьшее значение: {{peak}}.',
    soFar: 'пока {{time}}',
    more: 'И ещё: {{more}}',
    open: 'Открыть предупреждения',
  },
} as const satisfies Record<Language, object>

/** One mail about all new alarms of a merchant, in the order of time. At least one. */
export function digestMail(
  alarms: readonly DueAlarm[],
  language: Language,
): { template: MailTemplate; data: MailData } {
  const groups = [...Map.groupBy(alarms, ({ id, side }) => `${id} ${side}`).values()]
  if (groups.length === 1) return alarmMail(groups[0]!, language)
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
  const textOf = (of: Language) => ({
    subject: words[of].subject,
    paragraphs: [
      words[of].intro,
      ...named.map((group, at) => `${lineOf(group, of).replaceAll('}}', `${at}}}`)}\n{{publicUrl}}{{path${at}}}`),
      ...(more > 0 ? [words[of].more] : []),
    ],
    action: { label: words[of].open, url: '{{publicUrl}}/alerts' },
  })
  return { template: defineMail({ enUS: textOf('enUS'), ruRU: textOf('ruRU') }), data }
}

function lineOf(group: readonly DueAlarm[], language: Language): string {
  const { side } = group[0]!
  return words[language][group.length > 1 ? (`${side}Often` as const) : side]
}
