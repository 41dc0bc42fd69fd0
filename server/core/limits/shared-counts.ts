import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Logger } from '#server/core/logging/logger.ts'

type Count = { current: number; ttl: number }
type ChildOptions = { cache?: number; routeInfo?: { method?: string; url?: string } }

/** A call that Redis does not answer within this time (ms) is counted in this process. */
const redisTimeoutMs = 50
/** Pause (ms) between two attempts to reach a Redis that does not answer. */
const retryMs = 500
/** Number of keys that one limit keeps in this process. */
const defaultKeys = 5_000

/** Counts one call in its window, and returns the number of calls and the rest of the window. */
const countScript = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

/** A connection that reports an error instead of waiting: a call never waits for Redis to return. */
export async function connectRedis(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  return new Redis(url, {
    commandTimeout: redisTimeoutMs,
    connectTimeout: retryMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => retryMs,
  })
}

/**
 * Counts calls for all processes in Redis. From the first call that Redis does not answer in time, this process counts by itself,
 * until Redis answers again.
 */
export function createSharedCounts(redis: Redis, log: Logger): { store: FastifyRateLimitStoreCtor; close(): void } {
  let isReachable = true
  let retry: NodeJS.Timeout | undefined

  const tryAgain = () => {
    redis.ping().then(
      () => {
        isReachable = true
        log.info('rate limits: Redis counts again')
      },
      () => {
        if (redis.status !== 'end') retry = setTimeout(tryAgain, retryMs).unref()
      },
    )
  }
  const countWithoutRedis = (err: unknown) => {
    if (!isReachable) return
    isReachable = false
    log.warn({ err }, 'rate limits: Redis does not answer, so this process counts by itself')
    retry = setTimeout(tryAgain, retryMs).unref()
  }
  redis.on('error', countWithoutRedis)

  async function countInRedis(key: string, windowMs: number): Promise<Count> {
    const [current, ttl] = (await redis.eval(countScript, 1, key, windowMs)) as [number, number]
    return { current, ttl }
  }

  class SharedCounts {
    readonly #prefix: string
    readonly #countHere: (key: string, windowMs: number) => Count

    constructor({ cache, routeInfo }: ChildOptions) {
      this.#prefix = `assay:limit:${routeInfo?.method ?? ''}${routeInfo?.url ?? ''}-`
      this.#countHere = createLocalCounts(cache ?? defaultKeys)
    }

    incr(key: string, done: (error: Error | null, count?: Count) => void, windowMs: number): void {
      this.#count(key, windowMs).then((count) => done(null, count), done)
    }

    async #count(key: string, windowMs: number): Promise<Count> {
      try {
        if (isReachable) return await countInRedis(this.#prefix + key, windowMs)
      } catch (error) {
        countWithoutRedis(error)
      }
      return this.#countHere(key, windowMs)
    }

    child(options: ChildOptions): SharedCounts {
      return new SharedCounts(options)
    }
  }

  return {
    store: SharedCounts as unknown as FastifyRateLimitStoreCtor,
    close() {
      clearTimeout(retry)
      redis.disconnect()
    },
  }
}

/** Counts in memory. When there are too many keys, the one that called last longest ago is removed. */
function createLocalCounts(maxKeys: number): (key: string, windowMs: number) => Count {
  // A window begins with its first call: a call does not extend it.
  const counts = new LRUCache<string, number>({ max: maxKeys, noUpdateTTL: true })
  return (key, windowMs) => {
    const current = (counts.get(key) ?? 0) + 1
    counts.set(key, current, { ttl: windowMs })
    return { current, ttl: counts.getRemainingTTL(key) }
  }
}
