import { defineProblems } from '#shared/core/api/problem.ts'
import type { QuestionType } from './question-type.ts'

const problems = defineProblems('submission', {
  badDate: { status: 400, enUS: '{{question}}: please pick a date', ruRU: '{{question}}: укажите дату' },
})

/** A day, or an instant in UTC. */
export const dateType = {
  label: { enUS: 'Date', ruRU: 'Дата' },
  isCalculable: true,
  problems,
  problem: (_, value) => (isDate(value) ? undefined : { kind: problems.badDate }),
  format: (_, value, { date }) => date(value),
} satisfies QuestionType

function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z)?$/.test(value)) return false
  const time = Date.parse(value)
  // JavaScript converts the 30th of February to the 2nd of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 10))
}
