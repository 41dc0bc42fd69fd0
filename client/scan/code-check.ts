import type { ScannedCode } from '#shared/verify/code/code.ts'

export const codeCheckStatuses = [
  'own',
  'otherBrand',
  'notActive',
  'pending',
  'active',
  'expired',
  'unknown',
  'wrongSecret',
  'shipped',
] as const

/** What a screen knows of a code, and whether the code fits what the screen is for. */
export type CodeCheckResult = {
  status: (typeof codeCheckStatuses)[number]
  acceptable: boolean
  /** When it became active, as the server writes instants. */
  since?: string
}

/** Undefined, or a promise that fails, means that nobody can tell now: the row waits for a connection. */
export type CodeChecker = (code: ScannedCode) => CodeCheckResult | undefined | Promise<CodeCheckResult | undefined>
