import { z } from 'zod'
import { coreProblems, type FieldIssue, Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import { schemasValidatedInParts } from '#shared/core/fields/fields.ts'
import type { Language } from '#shared/core/i18n/language.ts'

/**
 * Maximum number of reported errors: a list with thousands of invalid rows would make the response much larger than the
 * request.
 */
const maxIssues = 100

const notStorable: Record<Language, string> = {
  enUS: 'This text contains characters that cannot be stored',
  ruRU: 'В тексте есть символы, которые нельзя сохранить',
}

const zodMessages = { enUS: z.locales.en().localeError, ruRU: z.locales.ru().localeError }

/**
 * Parses input and removes undeclared keys. Throws a problem that names the invalid fields in the language of the
 * caller.
 *
 * @example
 * import { z } from 'zod'
 * const Pallet = z.object({ name: z.string().trim().min(1), boxes: z.number() })
 * parseInput(Pallet, { name: ' A1 ', boxes: 4, color: 'red' }, 'enUS') // => { name: 'A1', boxes: 4 }
 * parseInput(Pallet, { name: '' }, 'enUS') // throws core.invalid
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  const received = safeParseInput(schema, value, language)
  if (received instanceof Problem) throw received
  return received
}

/** The same for one of several inputs: returns the problem, so that the other inputs are not affected. */
export function safeParseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  language: Language,
): z.output<S> | Problem {
  const parsed = schema.safeParse(value, { error: zodMessages[language] })
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, maxIssues)
    return invalidInput(issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  }
  const unstorable = schemasValidatedInParts.has(schema) ? undefined : unstorablePath(parsed.data)
  if (unstorable) return invalidInput([{ path: unstorable.join('.'), message: notStorable[language] }])
  return parsed.data
}

/** A problem for fields, for rules that a schema cannot check. */
export const invalidInput = (issues: FieldIssue[]) => new Problem(coreProblems.invalid, { issues })

/** A problem of a domain that a form shows beside the field that is the reason. */
export function problemOfField(
  path: string,
  kind: ProblemKind,
  details: Record<string, unknown>,
  language: Language,
): Problem {
  const { message } = new Problem(kind, details).body(language, '')
  return new Problem(kind, { ...details, issues: [{ path, message }] })
}

/** The path of a text that PostgreSQL cannot store, in a value or in a key. */
function unstorablePath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const inside = isStorable(key) ? unstorablePath(part) : []
    if (inside) return [key, ...inside]
  }
  return undefined
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
