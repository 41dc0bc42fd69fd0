import { z } from 'zod'
import type { Language } from '#shared/core/language.ts'
import { coreProblems, type FieldIssue, Problem } from '#shared/core/problem.ts'

const wording = { enUS: z.locales.en().localeError, ruRU: z.locales.ru().localeError }

/** Parses what a caller sent, dropping undeclared keys, or says which fields are wrong in the caller's language. */
export function receive<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  const received = judge(schema, value, language)
  if (received instanceof Problem) throw received
  return received
}

/** The same for one of many, whose fault is not that of the others. */
export function judge<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> | Problem {
  const parsed = schema.safeParse(value, { error: wording[language] })
  if (parsed.success) return parsed.data
  const issues: FieldIssue[] = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new Problem(coreProblems.invalid, { issues })
}
