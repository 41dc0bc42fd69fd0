import { defineText } from '#shared/core/i18n/define-text.ts'

/** A mail about new temperature alarms. */
export const alarmMailText = defineText({
  enUS: {
    subject: 'Temperature alarm: {{name}}',
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
    subject: 'Предупреждение о температуре: {{name}}',
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
})
