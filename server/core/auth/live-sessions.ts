import { LRUCache } from 'lru-cache'
import { account, session } from '#server/core/auth/table.ts'
import type { Database } from '#server/core/db/database.ts'
import { and, eq, gt, isNull, sql } from '#server/core/drizzle/orm.ts'
import { type EventHub, resync } from '#server/core/events/event-hub.ts'
import type { AccessTokenClaims } from './access-token.ts'
import type { Actor } from './actor.ts'

/** The channel on which the database reports changes of the rights or sessions of an account, see guard/sessions.sql. */
const channel = 'account'
/** Access tokens are valid for ten minutes, so a longer cache time has no use. */
const cacheOptions = { max: 20_000, ttl: 10 * 60_000 }

const retryMs = 1_000

type CachedActor = { actor: Actor; version: number }
type Watcher = { claims: AccessTokenClaims; end: () => void }

export type LiveSessions = {
  /**
   * The account of a token in its present state; undefined if its sign-in has ended or the account has another session version.
   * Answered from the cache; changes by other processes arrive within milliseconds.
   */
  actorOf(claims: AccessTokenClaims): Promise<Actor | undefined>
  /** Call it after a commit of this process that changed an account or its sessions. Later calls do not get the older state. */
  forget(accountId: string): void
  /** Calls `end` when the token becomes invalid or the role of its account changes. The returned function stops watching. */
  watch(claims: AccessTokenClaims, end: () => void): () => void
}

export function openLiveSessions(db: Database, events: EventHub): LiveSessions {
  const accounts = new LRUCache<string, Map<string, CachedActor>>(cacheOptions)
  const watchers = new Map<string, Set<Watcher>>()
  let changes = 0

  async function load(claims: AccessTokenClaims): Promise<CachedActor | undefined> {
    const before = changes
    const isOpen = db.read
      .select({ one: sql`1` })
      .from(session)
      .where(
        and(
          eq(session.accountId, account.id),
          eq(session.family, claims.fam),
          isNull(session.revokedAt),
          isNull(session.replacedAt),
          gt(session.expiresAt, sql`now()`),
        ),
      )
    const [row] = await db.read
      .select()
      .from(account)
      .where(and(eq(account.id, claims.sub), sql`exists ${isOpen}`))
    if (!row || row.blocked) return undefined
    const { id, role, merchantId, email, confirmed } = row
    const known = { actor: { id, role, merchantId, email, confirmed, demo: false }, version: row.sessionVersion }
    // A change during the read may be missing in the result, so the result is not cached.
    if (events.isListening() && changes === before) {
      const families = accounts.get(id) ?? new Map<string, CachedActor>()
      accounts.set(id, families.set(claims.fam, known))
    }
    return known
  }

  async function actorOf(claims: AccessTokenClaims): Promise<Actor | undefined> {
    // Without the listening connection, changes by other processes go unnoticed, so the cache is not used.
    const kept = events.isListening() ? accounts.get(claims.sub)?.get(claims.fam) : undefined
    const known = kept ?? (await load(claims))
    return known && known.version === claims.sv ? { ...known.actor } : undefined
  }

  async function review(watcher: Watcher): Promise<void> {
    const { claims, end } = watcher
    try {
      const actor = await actorOf(claims)
      if (actor?.role !== claims.role) end()
    } catch {
      // The database is unreachable. Tries again as long as the watcher exists.
      setTimeout(() => watchers.get(claims.sub)?.has(watcher) && void review(watcher), retryMs).unref()
    }
  }

  function forget(accountId: string): void {
    changes += 1
    accounts.delete(accountId)
    for (const watcher of watchers.get(accountId) ?? []) void review(watcher)
  }

  events.subscribe(channel, ({ type, data }) => {
    if (type !== resync) return forget(String(data.id))
    changes += 1
    accounts.clear()
    for (const group of watchers.values()) for (const watcher of group) void review(watcher)
  })

  return {
    actorOf,
    forget,
    watch(claims, end) {
      const watcher = { claims, end }
      const group = watchers.get(claims.sub) ?? new Set()
      watchers.set(claims.sub, group.add(watcher))
      return () => {
        group.delete(watcher)
        if (group.size === 0 && watchers.get(claims.sub) === group) watchers.delete(claims.sub)
      }
    },
  }
}
