import { defineProblems } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { QuestionType } from './question-type.ts'

const problems = defineProblems('submission', {
  badNumber: { status: 400, enUS: '{{question}}: please fill in a number', ruRU: '{{question}}: введите число' },
})

export const numberType: QuestionType = {
  label: { enUS: 'Number', ruRU: 'Число' },
  problems,
  problem: (_, value) => (/^[+-]?\d{1,18}(\.\d{1,18})?$/.test(value) ? undefined : { kind: problems.badNumber }),
  read: withDecimalPoint,
}

/** A comma is read as the decimal point. In English "1,234" is ambiguous, so it is rejected with a message. */
function withDecimalPoint(typed: string, language: Language): string {
  const isGrouped = language === 'enUS' && /^[+-]?\d{1,3}(,\d{3})+$/.test(typed)
  return isGrouped ? typed : typed.replace(',', '.')
}
