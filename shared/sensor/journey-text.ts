import { defineText, type PlainTextKey } from '#shared/core/i18n/define-text.ts'

/** The sentence about the temperatures of a journey, for shoppers. */
export const journeyText = defineText({
  enUS: {
    kept: 'Kept between {{min}} and {{max}} all the way',
    keptSoFar: 'Between {{min}} and {{max}} so far',
    steady: 'Kept at {{max}} all the way',
    steadySoFar: 'At {{max}} so far',
    measured: 'Between {{min}} and {{max}}',
    measuredSteady: 'At {{max}} the whole time',
    above: 'Above {{limit}} for {{time}} on {{day}}',
    peakAbove: 'At {{peak}} on {{day}}, above the limit of {{limit}}',
    aboveOften: 'Above {{limit}} {{times}}, {{time}} in total, the last time on {{day}}',
    below: 'Below {{limit}} for {{time}} on {{day}}',
    peakBelow: 'At {{peak}} on {{day}}, below the minimum of {{limit}}',
    belowOften: 'Below {{limit}} {{times}}, {{time}} in total, the last time on {{day}}',
    outsideOften: 'Outside {{min}} to {{limit}} {{times}}, {{time}} in total, the last time on {{day}}',
    times_one: '{{n}} time',
    times_other: '{{n}} times',
    at: '{{sentence}} near {{place}}',
  },
  ruRU: {
    kept: 'Всю дорогу от {{min}} до {{max}}',
    keptSoFar: 'До сих пор от {{min}} до {{max}}',
    steady: 'Всю дорогу {{max}}',
    steadySoFar: 'До сих пор {{max}}',
    measured: 'От {{min}} до {{max}}',
    measuredSteady: 'Всё время {{max}}',
    above: 'Выше {{limit}}: {{time}}, {{day}}',
    peakAbove: '{{peak}}, {{day}}: выше порога {{limit}}',
    aboveOften: 'Выше {{limit}}: {{times}}, всего {{time}}, последний раз {{day}}',
    below: 'Ниже {{limit}}: {{time}}, {{day}}',
    peakBelow: '{{peak}}, {{day}}: ниже минимума {{limit}}',
    belowOften: 'Ниже {{limit}}: {{times}}, всего {{time}}, последний раз {{day}}',
    outsideOften: 'Вне диапазона от {{min}} до {{limit}}: {{times}}, всего {{time}}, последний раз {{day}}',
    times_one: '{{n}} раз',
    times_few: '{{n}} раза',
    times_many: '{{n}} раз',
    times_other: '{{n}} раза',
    at: '{{sentence}} ({{place}})',
  },
})
export type JourneyTextKey = PlainTextKey<typeof journeyText>
