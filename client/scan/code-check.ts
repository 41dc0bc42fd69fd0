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

/** The result of a check of a code, and whether the code is accepted by this screen. */
export type CodeCheckResult = {
  status: (typeof codeCheckStatuses)[number]
  acceptable: boolean
  /** When it became active, as the server writes instants. */
  since?: string
}

/** Undefined or a rejected promise: the code cannot be checked now, and the row waits for a connection. */
export type CodeChecker = (code: ScannedCode) => CodeCheckResult | undefined | Promise<CodeCheckResult | undefined>
