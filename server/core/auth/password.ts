import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { boundedQueue } from '#server/core/limits/bounded-queue.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** Argon2id (the default of the library) with 19 MiB and two passes, the first recommendation of OWASP. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Half of the processors hash passwords, for two thirds of the time, so that many sign-ins leave capacity for other calls. A
 * hash that would wait longer than some seconds is rejected. Known devices have a queue of their own, which is served first.
 */
const hashQueue = boundedQueue({
  running: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 60,
  first: 60,
  rest: 0.5,
})

/**
 * Never call it inside a transaction: a hash takes tens of milliseconds and may wait for other hashes.
 *
 * @param password in normalization form C, as the schema `Password` returns it
 */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, cost))
}

/** The forms of a typed password of which the hash may have been made. Before passwords were normalized, it was any of them. */
const formsOf = (typed: string): Set<string> => new Set([typed.normalize('NFC'), typed, typed.normalize('NFD')])

/** The stored value for an account without a password. It is not a valid hash, so no password matches it. */
export const noPassword = '!'

let absent: Promise<string> | undefined

/**
 * Takes the same time for an account that does not exist or has no password, so that the duration reveals nothing.
 *
 * @param isKnownDevice whether the device of the caller is known; known devices are served first
 * @throws the problem `core.unavailable` if too many hashes already wait
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  isKnownDevice = false,
): Promise<boolean> {
  absent ??= hash('no account has this password', cost)
  const against = stored === undefined || stored === noPassword ? await absent : stored
  for (const form of formsOf(password))
    if (await queued(() => verify(against, form), isKnownDevice)) return against === stored
  return false
}

function queued<T>(work: () => Promise<T>, hasPriority = false): Promise<T> {
  return hashQueue(work, hasPriority) ?? Promise.reject(new Problem(coreProblems.unavailable))
}
