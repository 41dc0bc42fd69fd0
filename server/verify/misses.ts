import { LRUCache } from 'lru-cache'
import { Problem } from '#shared/core/problem.ts'
import { verifyProblems } from '#shared/verify/contract.ts'

const WINDOW_MS = 60_000
const ALLOWED = 30

/** Guessing shows as codes that do not exist: an address that asks for too many of them has to wait. */
export function missLimit(): { check(ip: string): void; count(ip: string): void } {
  const misses = new LRUCache<string, number>({ max: 50_000, ttl: WINDOW_MS })
  return {
    check(ip) {
      if ((misses.get(ip) ?? 0) >= ALLOWED) throw new Problem(verifyProblems.guessing)
    },
    count(ip) {
      misses.set(ip, (misses.get(ip) ?? 0) + 1)
    },
  }
}
