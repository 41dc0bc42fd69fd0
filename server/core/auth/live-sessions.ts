import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { account, session } from '#server/core/auth/table.ts'
import type { Database } from '#server/core/db/database.ts'
import { type EventHub, resync } from '#server/core/events/event-hub.ts'
import type { AccessTokenClaims } from './access-token.ts'
import type { Actor } from './actor.ts'

/** The channel on which the database tells of accounts whose rights or sessions have changed: see guard.sql. */
const channel = 'account'
/** Access tokens live for ten minutes: what is remembered longer serves nobody. */
const cacheOptions = { max: 20_000, ttl: 10 * 60_000 }

const retryMs = 1_000

type CachedActor = { actor: Actor; version: number }
type Watcher = { claims: AccessTokenClaims; end: () => void }

export type LiveSessions = {
  /**
   * The account of a token, as the database knows it now; undefined when its sign-in has ended or the account has
   * another version. Answered from memory; changes of other processes arrive within milliseconds.
   */
  actorOf(claims: AccessTokenClaims): Promise<Actor | undefined>
  /** After a commit of this process that changed an account or its sessions: nothing later is answered from before it. */
  forget(accountId: string): void
  /**
   * Calls `end` when the token becomes invalid or its account gets other rights. The returned function stops watching.
   */
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
    // What changed while it was read may have been read as it was before.
    if (events.isListening() && changes === before) {
      const families = accounts.get(id) ?? new Map<string, CachedActor>()
      accounts.set(id, families.set(claims.fam, known))
    }
    return known
  }

  async function actorOf(claims: AccessTokenClaims): Promise<Actor | undefined> {
    // Without the channel nothing is known to be as it was.
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
      // The database is unreachable: retries while there are watchers.
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
