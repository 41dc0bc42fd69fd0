import { LRUCache } from 'lru-cache'
import { account, session } from '#server/core/auth/table.ts'
import type { Database } from '#server/core/db/database.ts'
import { and, eq, gt, isNull, sql } from '#server/core/drizzle/orm.ts'
import { type EventHub, resync } from '#server/core/events/event-hub.ts'
import type { Role } from '#shared/core/api/access.ts'
import type { AccessTokenClaims } from './access-token.ts'
import type { Actor } from './actor.ts'

/** The channel on which the database reports changes of the rights or sessions of an account, see guard/sessions.sql. */
const channel = 'account'
/** Access tokens are valid for ten minutes, so a longer cache time has no use. */
const cacheOptions = { max: 20_000, ttl: 10 * 60_000 }

const retryMs = 1_000

/** What an access token says about its sign-in. */
type NamedSignIn = Pick<AccessTokenClaims, 'sub' | 'fam' | 'sv'>
type Watcher = { signIn: NamedSignIn; role: Role; end: () => void }

export type LiveSessions = {
  /**
   * The account of a token in its present state; undefined if its sign-in has ended or the account has another session version.
   * Answered from the cache; changes by other processes arrive within milliseconds.
   */
  actorOf(token: NamedSignIn): Promise<Actor | undefined>
  /** Call it after a commit of this process that changed an account or its sessions. Later calls do not get the older state. */
  forget(accountId: string): void
  /** Calls `end` when the sign-in of the actor ends or the role of its account changes. The returned function stops watching. */
  watch(actor: Actor, end: () => void): () => void
}

export function openLiveSessions(db: Database, events: EventHub): LiveSessions {
  const accounts = new LRUCache<string, Map<string, Actor>>(cacheOptions)
  const watchers = new Map<string, Set<Watcher>>()
  let changes = 0

  async function load({ sub, fam }: NamedSignIn): Promise<Actor | undefined> {
    const before = changes
    const isOpen = db.read
      .select({ one: sql`1` })
      .from(session)
      .where(
        and(
          eq(session.accountId, account.id),
          eq(session.family, fam),
          isNull(session.revokedAt),
          isNull(session.replacedAt),
          gt(session.expiresAt, sql`now()`),
        ),
      )
    const [row] = await db.read
      .select()
      .from(account)
      .where(and(eq(account.id, sub), sql`exists ${isOpen}`))
    if (!row || row.blocked) return undefined
    const { id, role, merchantId, email, confirmed, sessionVersion: version } = row
    const known = { id, role, merchantId, email, confirmed, demo: false, signIn: { id: fam, version }, key: null }
    // A change during the read may be missing in the result, so the result is not cached.
    if (events.isListening() && changes === before) {
      const families = accounts.get(id) ?? new Map<string, Actor>()
      accounts.set(id, families.set(fam, known))
    }
    return known
  }

  async function actorOf(token: NamedSignIn): Promise<Actor | undefined> {
    // Without the listening connection, changes by other processes go unnoticed, so the cache is not used.
    const kept = events.isListening() ? accounts.get(token.sub)?.get(token.fam) : undefined
    const known = kept ?? (await load(token))
    return known?.signIn?.version === token.sv ? { ...known } : undefined
  }

  async function review(watcher: Watcher): Promise<void> {
    const { signIn, role, end } = watcher
    try {
      const actor = await actorOf(signIn)
      if (actor?.role !== role) end()
    } catch {
      // The database is unreachable. Tries again as long as the watcher exists.
      setTimeout(() => watchers.get(signIn.sub)?.has(watcher) && void review(watcher), retryMs).unref()
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
    watch({ id, role, signIn }, end) {
      if (!signIn) return () => undefined
      const watcher = { signIn: { sub: id, fam: signIn.id, sv: signIn.version }, role, end }
      const group = watchers.get(id) ?? new Set()
      watchers.set(id, group.add(watcher))
      return () => {
        group.delete(watcher)
        if (group.size === 0 && watchers.get(id) === group) watchers.delete(id)
      }
    },
  }
}
