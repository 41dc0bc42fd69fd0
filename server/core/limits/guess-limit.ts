import { LRUCache } from 'lru-cache'
import { networkLimitKey, networksPerSite, siteLimitKey } from '#server/core/network/limit-key.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { verifyProblems } from '#shared/verify/contract.ts'

const WINDOW_MS = 60_000
const MAX_MISSES = 30

/**
 * Limits guessing: a network that requests too many codes that do not exist has to wait. Codes with their secret are
 * not guesses and are always answered, because a shop or a mobile network may share one IP address. Each process
 * counts for itself.
 */
export function createGuessLimit(): { check(ipAddress: string): void; count(ipAddress: string): void } {
  // A minute begins with its first guess: a guess does not extend it.
  const guesses = new LRUCache<string, number>({ max: 50_000, ttl: WINDOW_MS, noUpdateTTL: true })
  const of = (key: string | undefined) => (key === undefined ? 0 : (guesses.get(key) ?? 0))
  return {
    check(ipAddress) {
      if (of(networkLimitKey(ipAddress)) >= MAX_MISSES || of(siteLimitKey(ipAddress)) >= MAX_MISSES * networksPerSite) {
        throw new Problem(verifyProblems.guessing)
      }
    },
    count(ipAddress) {
      for (const key of [networkLimitKey(ipAddress), siteLimitKey(ipAddress)]) if (key) guesses.set(key, of(key) + 1)
    },
  }
}
