import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** The database is starting, stopping or unreachable, including a temporary DNS failure. */
const lostConnectionCodes = new Set([
  ...['57P01', '57P02', '57P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EAI_AGAIN', 'ENOTFOUND'],
])
/**
 * Too many connections, serialization failure, deadlock, lock and statement timeouts: the same call may succeed a moment later.
 */
const busyDatabaseCodes = new Set(['53300', '40001', '40P01', '55P03', '57014', '25P03', '53200'])
/** The disk, or the quota of this user on it, is full: the codes of PostgreSQL and of the operating system. */
const outOfSpaceCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const lostConnectionMessages =
  /connection terminated|client has encountered a connection error|client was closed|timeout exceeded when trying to connect|query read timeout/i

/**
 * Values that no column can store: too long, out of range, invalid date, invalid encoding, too long for an index.
 * Values that pass the schema and fail here are the caller's error, not the server's.
 */
const invalidValueCodes = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05', '54000'])

type SystemError = { code?: string; constraint?: string; syscall?: string; message: string }

/** The error of the driver or the operating system that drizzle or fetch wrapped, if there is one. */
export function systemErrorOf(error: unknown): SystemError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at as SystemError
    if (lostConnectionMessages.test(at.message)) return { message: at.message }
  }
  return undefined
}

export function isLostConnection(error: unknown): boolean {
  const found = systemErrorOf(error)
  if (!found) return false
  // Only a missing socket file, not every missing file.
  if (found.code === 'ENOENT') return found.syscall === 'connect'
  return found.code === undefined || lostConnectionCodes.has(found.code) || found.code.startsWith('08')
}

/** Whether neither rows nor files can be stored now. */
export function isOutOfSpace(error: unknown): boolean {
  return outOfSpaceCodes.has(systemErrorOf(error)?.code ?? '')
}

export function isUnavailable(error: unknown): boolean {
  return isLostConnection(error) || isOutOfSpace(error) || busyDatabaseCodes.has(systemErrorOf(error)?.code ?? '')
}

/** Whether PostgreSQL rejected a value that was sent. */
export function isInvalidValue(error: unknown): boolean {
  return invalidValueCodes.has(systemErrorOf(error)?.code ?? '')
}

export function unavailableProblem(cause: unknown): Problem {
  return Object.assign(new Problem(isOutOfSpace(cause) ? coreProblems.noSpace : coreProblems.unavailable), { cause })
}

/** The constraint that a failed statement violated, so that a service can convert it to a problem of its domain. */
export function violatedConstraint(error: unknown): string | undefined {
  const found = systemErrorOf(error)
  return found?.code?.startsWith('23') ? found.constraint : undefined
}

/**
 * For the `catch` of a statement: throws the problem if the statement violated one of the constraints. A check before the
 * statement would not be enough, because two simultaneous calls can both pass it.
 */
export const problemOfViolation =
  (problem: Problem, ...constraints: string[]) =>
  (error: unknown): never => {
    throw constraints.includes(violatedConstraint(error) ?? '') ? problem : error
  }
