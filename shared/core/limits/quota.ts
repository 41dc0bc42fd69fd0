import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languages } from '#shared/core/i18n/language.ts'
import { megabyte } from './limits.ts'

type LanguageTexts = Record<Language, string>

/** The problem code for exceeding any quota. */
export const quotaCode = 'core.quota'

/**
 * The maximum number of records, or bytes, of one merchant: high enough for normal work, so that it only prevents abuse of the
 * disk. Quotas for field work and files grow with the granted codes.
 */
export type Quota = {
  name: string
  /** The table whose rows are counted. Without it, `guard/quota.sql` counts in another way. */
  table?: string
  /** For accounts with a confirmed e-mail. Each code that was ever granted to the merchant adds `perCode`. */
  max: number
  perCode?: number
  /** For accounts without a confirmed e-mail. */
  unconfirmed: number
  /** Counted in bytes, and displayed in megabytes. */
  isBytes?: true
  /** Removing some frees quota, because removed records are deleted. */
  canRemove?: true
  /** The counted things, as they follow the number in the problem. */
  counted: LanguageTexts
}

export function defineQuotas<N extends string>(quotas: Record<N, Omit<Quota, 'name'>>): Record<N, Quota> {
  const named = Object.entries<Omit<Quota, 'name'>>(quotas).map(([name, quota]) => [name, { name, ...quota }])
  return Object.fromEntries(named) as Record<N, Quota>
}

const reached: LanguageTexts = {
  enUS: 'Your limit of {{most}} {{counted}} is reached.',
  ruRU: 'Достигнут предел: {{most}} {{counted}}.',
}
const advice = {
  confirm: { enUS: 'Confirm your email to have more.', ruRU: 'Подтвердите адрес почты, и предел вырастет.' },
  remove: {
    enUS: 'Remove some, or ask support for more.',
    ruRU: 'Удалите лишнее или попросите поддержку увеличить предел.',
  },
  ask: { enUS: 'Ask support for more.', ruRU: 'Попросите поддержку увеличить предел.' },
} satisfies Record<string, LanguageTexts>

/** The problem for exceeding a quota. */
export function quotaProblem(
  { name, isBytes, canRemove, counted }: Quota,
  limit: number,
  isConfirmed: boolean,
): Problem {
  const step = !isConfirmed ? 'confirm' : canRemove ? 'remove' : 'ask'
  const most = grouped(isBytes ? Math.floor(limit / megabyte) : limit)
  const wordings = languages.map((language) => {
    const sentence = fill(reached[language], { most, counted: counted[language] })
    return [language, `${sentence} ${advice[step][language]}`]
  })
  const kind: ProblemKind = { code: quotaCode, status: 409, ...(Object.fromEntries(wordings) as LanguageTexts) }
  return new Problem(kind, { name, limit, most })
}

/** Formats 200000 as 200 000 in both languages, with non-breaking spaces. */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
