import { defineProblems } from '#shared/core/api/problem.ts'
import type { QuestionType } from './question-type.ts'

const problems = defineProblems('submission', {
  badTime: {
    status: 400,
    enUS: '{{question}}: please fill in a time, such as 14:30',
    ruRU: '{{question}}: введите время, например 14:30',
  },
})

/** A time of the day as the clock on the wall shows it, without a time zone: 14:30. */
export const timeType = {
  label: { enUS: 'Time', ruRU: 'Время' },
  isCalculable: true,
  problems,
  maxLength: 5,
  problem: (_, value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : { kind: problems.badTime }),
  /** The number pad of a phone has no colon: 1430 is 14:30. */
  read(typed) {
    const [, hour, minute] = /^(\d{1,2})[:. -]?(\d{2})$/.exec(typed) ?? []
    return hour && minute ? `${hour.padStart(2, '0')}:${minute}` : typed
  },
} satisfies QuestionType
