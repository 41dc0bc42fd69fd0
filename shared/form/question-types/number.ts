import { z } from 'zod'
import { defineProblems } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { AnswerProblem, AskedQuestion, QuestionType, SettingsIssue } from './question-type.ts'

const problems = defineProblems('submission', {
  badNumber: { status: 400, enUS: '{{question}}: please fill in a number', ruRU: '{{question}}: введите число' },
  notWhole: {
    status: 400,
    enUS: '{{question}}: please fill in a whole number',
    ruRU: '{{question}}: введите целое число',
  },
  tooSmall: {
    status: 400,
    enUS: '{{question}}: please fill in at least {{min}}',
    ruRU: '{{question}}: введите не меньше {{min}}',
  },
  tooBig: {
    status: 400,
    enUS: '{{question}}: please fill in at most {{max}}',
    ruRU: '{{question}}: введите не больше {{max}}',
  },
})

/** Every number up to here is exact. The schema only describes it, because it accepts what is typed. */
const maxBound = 1e15
const Bound = z.number().meta({ minimum: -maxBound, maximum: maxBound }).optional()
type BoundedQuestion = AskedQuestion & {
  min?: number | undefined
  max?: number | undefined
  whole?: boolean | undefined
}

/** A decimal number. The unit is the suffix of the question. */
export const numberType = {
  label: { enUS: 'Number', ruRU: 'Число' },
  isCalculable: true,
  suffixLabel: { enUS: 'Unit', ruRU: 'Единица измерения' },
  settings: { min: Bound, max: Bound, whole: z.boolean().optional() },
  settingsIssues({ min = -maxBound, max = maxBound }: BoundedQuestion): SettingsIssue[] {
    const inexact = Object.entries({ min, max }).filter(([, bound]) => Math.abs(bound) > maxBound)
    if (inexact.length > 0) {
      return inexact.map(([name]) => ({ path: [name], message: 'Please enter a number between -10¹⁵ and 10¹⁵' }))
    }
    return min <= max ? [] : [{ path: ['max'], message: 'The largest number must not be below the smallest one' }]
  },
  problems,
  problem({ min = -Infinity, max = Infinity, whole }: BoundedQuestion, value: string): AnswerProblem | undefined {
    if (!/^[+-]?\d{1,18}(\.\d{1,18})?$/.test(value)) return { kind: problems.badNumber }
    if (whole && !/^[^.]*(\.0*)?$/.test(value)) return { kind: problems.notWhole }
    if (Number(value) < min) return { kind: problems.tooSmall, details: { min } }
    return Number(value) > max ? { kind: problems.tooBig, details: { max } } : undefined
  },
  read: withDecimalPoint,
} satisfies QuestionType

/** A comma is read as the decimal point. In English "1,234" is ambiguous, so it is rejected with a message. */
function withDecimalPoint(typed: string, language: Language): string {
  const isGrouped = language === 'enUS' && /^[+-]?\d{1,3}(,\d{3})+$/.test(typed)
  return isGrouped ? typed : typed.replace(',', '.')
}
