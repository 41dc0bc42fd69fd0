import { LRUCache } from 'lru-cache'
import { networkLimitKey, networksPerSite, siteLimitKey } from '#server/core/network/limit-key.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { guessProblems } from '#shared/core/limits/guess-problem.ts'

const windowMs = 60_000
/** Wrong codes a minute of one network. */
const maxWrongCodes = 30

export type GuessLimit = {
  /**
   * Counts a wrong secret, and throws when the network has sent too many. A right one is never rejected.
   *
   * @returns whether the secret is right
   */
  admit(isRight: boolean, ipAddress: string): boolean
  /** Counts a code that does not exist, although its secret is right. */
  count(ipAddress: string): void
  /** Whether the network has sent too many. */
  isFull(ipAddress: string): boolean
}

/**
 * Limits guessing: a network that sends too many codes with a wrong secret, or without one, has to wait. Codes with their secret
 * are always answered, because a shop or a mobile network may share one IP address. All public routes that take a code share one
 * count. Each process counts for itself.
 */
export function createGuessLimit(maxMisses = maxWrongCodes): GuessLimit {
  // A minute begins with its first guess: a guess does not extend it.
  const guesses = new LRUCache<string, number>({ max: 50_000, ttl: windowMs, noUpdateTTL: true })
  const of = (key: string | undefined) => (key === undefined ? 0 : (guesses.get(key) ?? 0))
  const count = (ipAddress: string) => {
    for (const key of [networkLimitKey(ipAddress), siteLimitKey(ipAddress)]) if (key) guesses.set(key, of(key) + 1)
  }
  const isFull = (ipAddress: string) =>
    of(networkLimitKey(ipAddress)) >= maxMisses || of(siteLimitKey(ipAddress)) >= maxMisses * networksPerSite
  return {
    admit(isRight, ipAddress) {
      if (isRight) return true
      if (isFull(ipAddress)) throw new Problem(guessProblems.guessing)
      count(ipAddress)
      return false
    },
    count,
    isFull,
  }
}
