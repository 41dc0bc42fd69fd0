import type { Condition } from './conditions.ts'
import {
  type ExpressionFault,
  expressionSize,
  isFault,
  namesIn,
  parseExpression,
  reservedNames,
} from './expression/parse.ts'
import { planOf, type ReckonedQuestion } from './form-state.ts'

/** Of all expressions of a form together, so that a list of submissions stays fast. */
export const maxFormParts = 5000

/** The settings of a question that expressions are typed into, and its variable. */
export const expressionSettings = ['key', 'showIf', 'calculation', 'constraint', 'requiredIf'] as const
export type ExpressionSetting = (typeof expressionSettings)[number]
type NameFault = { fault: 'nameTaken' | 'nameReserved'; name: string; at?: never }
export type ExpressionIssue = { questionId: string; question: string; setting: ExpressionSetting } & (
  | ExpressionFault
  | NameFault
)

type NamedQuestion = ReckonedQuestion & { name: string }

/** The typed expressions of a question. */
export function expressionsOf({ showIf, calculation, constraint, requiredIf }: ReckonedQuestion) {
  const all: [Exclude<ExpressionSetting, 'key'>, string | undefined][] = [
    ['showIf', showIf && typedCondition(showIf)],
    ['calculation', calculation],
    ['constraint', constraint],
    ['requiredIf', requiredIf],
  ]
  return all.flatMap(([setting, text]) => (text === undefined ? [] : [{ setting, text }]))
}

export const typedCondition = (condition: Condition): string | undefined =>
  'expression' in condition ? condition.expression : undefined

/** Why a form with these expressions is rejected. */
export function expressionIssues(sections: readonly { questions: readonly NamedQuestion[] }[]): ExpressionIssue[] {
  const questions = sections.flatMap((section) => section.questions)
  const known = new Set<string>()
  const issues: ExpressionIssue[] = []
  for (const { id: questionId, name: question, key } of questions) {
    const place = { questionId, question, setting: 'key' } as const
    if (key === undefined) continue
    if (reservedNames.includes(key)) issues.push({ ...place, fault: 'nameReserved', name: key })
    else if (known.has(key)) issues.push({ ...place, fault: 'nameTaken', name: key })
    known.add(key)
  }
  let parts = 0
  for (const question of questions) {
    for (const { setting, text } of expressionsOf(question)) {
      const place = { questionId: question.id, question: question.name, setting }
      const parsed = parseExpression(text)
      if (isFault(parsed)) {
        issues.push({ ...place, ...parsed })
        continue
      }
      parts += expressionSize(parsed)
      if (parts > maxFormParts) issues.push({ ...place, fault: 'tooMany' })
      const unknown = [...namesIn(parsed)].find((name) => name !== 'answer' && !known.has(name))
      if (unknown !== undefined) issues.push({ ...place, fault: 'unknownName', name: unknown })
      else if (setting !== 'constraint' && namesIn(parsed).has('answer')) issues.push({ ...place, fault: 'noAnswer' })
    }
  }
  const circular = new Set(planOf(sections).circular)
  const inCircle = questions.filter(({ id }) => circular.has(id))
  const first = inCircle[0]
  if (first) {
    const setting = first.calculation ? ('calculation' as const) : ('showIf' as const)
    const name = inCircle.map((one) => one.name || one.key).join(', ')
    issues.push({ questionId: first.id, question: first.name, setting, fault: 'cycle', name })
  }
  return issues
}
