import { preferences } from '#client/core/session/preferences.ts'
import type { Question } from '#shared/form/contract.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'

/** What was typed as its type stores it, without blanks at both ends. */
export function normalizeAnswer(question: Pick<Question, 'datatype'> | undefined, typed: string): string {
  const text = typed.trim()
  return (question && questionTypeOf(question).read?.(text, preferences.getState().language)) ?? text
}
