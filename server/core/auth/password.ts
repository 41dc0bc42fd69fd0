import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { boundedQueue } from '#server/core/limits/bounded-queue.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** Argon2id (the library's default kind), 19 MiB, two passes: OWASP's first choice. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Half of the processors hash, for two thirds of the time, so that many sign-ins leave capacity for other calls. A hash
 * that would wait longer than some seconds is rejected. Known devices have their own places and go first.
 */
const hashQueue = boundedQueue({
  running: Math.max(1, Math.floor(availableParallelism() / 2)),
  ...{ waiting: 60, first: 60, rest: 0.5 },
})

/** Never called inside a transaction: a hash takes tens of milliseconds, and may wait for others. */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, cost))
}

/** Stands where an account has no password yet. Not the form of any hash, so no password matches it. */
export const noPassword = '!'

let absent: Promise<string> | undefined

/**
 * Takes the same time for an account that does not exist or has no password, so that the time tells nothing.
 *
 * @param first whether the caller's device is known: then it is served before others
 * @throws the problem `core.unavailable` where too many wait already
 */
export async function verifyPassword(stored: string | undefined, password: string, first = false): Promise<boolean> {
  absent ??= hash('no account has this password', cost)
  const against = stored === undefined || stored === noPassword ? await absent : stored
  const matches = await queued(() => verify(against, password), first)
  return matches && against === stored
}

function queued<T>(work: () => Promise<T>, first = false): Promise<T> {
  return hashQueue(work, first) ?? Promise.reject(new Problem(coreProblems.unavailable))
}
