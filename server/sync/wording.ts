import type { Language } from '#shared/core/language.ts'
import type { Problem } from '#shared/core/problem.ts'

export type Worded = { code: string; message: string; details?: Record<string, unknown> }
export type Wording = (problem: Problem) => Worded

/** A refusal as the person of a call reads it. */
export function wordingOf(problem: Problem, language: Language, reference: string): Worded {
  const { error, message, details } = problem.body(language, reference)
  return { code: error, message, ...(Object.keys(details).length > 0 && { details }) }
}
