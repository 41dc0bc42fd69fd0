import { coreProblems, Problem } from '#shared/core/problem.ts'

const lostCodes = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'])
/** Too many connections, serialization failure, deadlock, lock and statement timeouts: the same call may pass in a moment. */
const busyCodes = new Set(['53300', '40001', '40P01', '55P03', '57014', '25P03', '53100', '53200'])
const lostWords =
  /connection terminated|client has encountered a connection error|client was closed|timeout exceeded when trying to connect/i

type DatabaseError = { code?: string; constraint?: string; message: string }

/** The driver's own error below drizzle's wrapping, if any. */
export function databaseErrorOf(error: unknown): DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at as DatabaseError
    if (lostWords.test(at.message)) return { message: at.message }
  }
  return undefined
}

export function isLostConnection(error: unknown): boolean {
  const found = databaseErrorOf(error)
  if (!found) return false
  return found.code === undefined || lostCodes.has(found.code) || found.code.startsWith('08')
}

export function isUnavailable(error: unknown): boolean {
  return isLostConnection(error) || busyCodes.has(databaseErrorOf(error)?.code ?? '')
}

export function unavailable(cause: unknown): Problem {
  return Object.assign(new Problem(coreProblems.unavailable), { cause })
}

/** The constraint that a failed statement broke, so that a service may translate it into a Problem of its domain. */
export function brokenConstraint(error: unknown): string | undefined {
  const found = databaseErrorOf(error)
  return found?.code?.startsWith('23') ? found.constraint : undefined
}
