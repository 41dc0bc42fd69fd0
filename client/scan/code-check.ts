import type { ScannedCode } from '#shared/verify/code/code.ts'

const codeCheckStatuses = [
  'own',
  'otherBrand',
  'notActive',
  'pending',
  'active',
  'expired',
  'unknown',
  'wrongSecret',
  'shipped',
  'packed',
  'unbound',
  'bound',
  'ordered',
  'unassigned',
] as const

/** The result of the check of a code, and whether this screen accepts the code. */
export type CodeCheckResult = {
  status: (typeof codeCheckStatuses)[number]
  acceptable: boolean
  /** When the code became active, as an instant of the server. */
  since?: string
}

/**
 * When the result is undefined or the promise rejects, the code cannot be checked now, and the row waits for a
 * connection.
 */
export type CodeChecker = (code: ScannedCode) => CodeCheckResult | undefined | Promise<CodeCheckResult | undefined>
