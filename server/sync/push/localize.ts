import type { Problem } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'

type LocalizedProblem = { code: string; message: string; details?: Record<string, unknown> }
export type ProblemLocalizer = (problem: Problem) => LocalizedProblem

/** A problem in the user's language, as an operation's result contains it. */
export function localizeProblem(problem: Problem, language: Language, reference: string): LocalizedProblem {
  const { error, message, details } = problem.body(language, reference)
  return { code: error, message, ...(Object.keys(details).length > 0 && { details }) }
}
