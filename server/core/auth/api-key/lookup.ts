import { LRUCache } from 'lru-cache'
import type { Actor, ActorKey } from '#server/core/auth/actor.ts'
import { tokenHashOf } from '#server/core/auth/random-token.ts'
import { account, apiKey, apiKeySecret } from '#server/core/auth/table.ts'
import type { Database } from '#server/core/db/database.ts'
import { and, eq, gt, isNull, or, sql } from '#server/core/drizzle/orm.ts'
import { createGuessLimit } from '#server/core/limits/guess-limit.ts'
import { slowDown } from '#server/core/limits/rate-limit.ts'
import type { Logger } from '#server/core/logging/logger.ts'
import { isWellFormedKey } from './format.ts'

const minuteMs = 60_000
/** How often a key is read again while a long response to it is sent. */
const usualWatchMs = 5_000
/** Well-formed keys that do not exist, a minute and network. Each costs a query. */
const maxWrongKeys = 600

export type ApiKeys = {
  /** The actor of a key in its present state; undefined if there is no such key, or no longer. */
  actorOf(key: string, ipAddress: string): Promise<Actor | undefined>
  /** Calls `end` some seconds after a key has ended. The returned function stops watching. */
  watch(key: ActorKey, end: () => void): () => void
}

/** Every call reads its key from the database, so a key ends with its deletion, its expiry or its account, in all processes. */
export function openApiKeys({ read }: Pick<Database, 'read'>, log: Logger, watchMs = usualWatchMs): ApiKeys {
  const wrongKeys = createGuessLimit(maxWrongKeys)
  /** Hashes of keys that were valid in the last minutes: a network that sends too many wrong keys does not end them. */
  const valid = new LRUCache<string, true>({ max: 20_000, ttl: 10 * minuteMs })
  /** The keys whose last use was stored within the last minute. */
  const stored = new LRUCache<string, true>({ max: 20_000, ttl: minuteMs })

  const isUsable = (hash: Buffer) =>
    and(
      eq(apiKeySecret.hash, hash),
      or(isNull(apiKeySecret.endsAt), gt(apiKeySecret.endsAt, sql`now()`)),
      or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`now()`)),
      eq(account.blocked, false),
      eq(account.merchantId, apiKey.merchantId),
      eq(account.role, 'merchant'),
    )

  async function find(hash: Buffer) {
    const [found] = await read
      .select({ key: apiKey, email: account.email, confirmed: account.confirmed })
      .from(apiKeySecret)
      .innerJoin(apiKey, eq(apiKey.id, apiKeySecret.keyId))
      .innerJoin(account, eq(account.id, apiKey.accountId))
      .where(isUsable(hash))
    return found
  }

  /** The response does not wait for it. */
  function storeUse(id: string): void {
    if (stored.has(id)) return
    stored.set(id, true)
    const isOlder = sql`coalesce(last_used_at < now() - interval '1 minute', true)`
    read
      .update(apiKey)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKey.id, id), isOlder))
      .catch((err: unknown) => {
        stored.delete(id)
        log.warn({ err }, 'the last use of an API key was not stored')
      })
  }

  return {
    async actorOf(key, ipAddress) {
      if (!isWellFormedKey(key)) return undefined
      const hash = tokenHashOf(key)
      const name = hash.toString('base64')
      if (wrongKeys.isFull(ipAddress) && !valid.has(name)) throw slowDown(minuteMs)
      const found = await find(hash)
      if (!found) {
        valid.delete(name)
        wrongKeys.count(ipAddress)
        return undefined
      }
      valid.set(name, true)
      const { id, merchantId, scopes, name: keyName } = found.key
      storeUse(id)
      return {
        id,
        role: 'merchant',
        merchantId,
        email: found.email,
        confirmed: found.confirmed,
        demo: false,
        signIn: null,
        key: { name: keyName, scopes, hash },
      }
    },

    watch(key, end) {
      const timer = setInterval(
        () =>
          find(key.hash).then(
            (found) => found || end(),
            // Without the database, the next reading decides.
            (err: unknown) => log.warn({ err }, 'an API key could not be read again'),
          ),
        watchMs,
      ).unref()
      return () => clearInterval(timer)
    },
  }
}
