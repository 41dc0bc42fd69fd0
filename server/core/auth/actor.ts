import { eq, type SQL } from '#server/core/drizzle/orm.ts'
import type { PgColumn } from '#server/core/drizzle/pg-core.ts'
import type { Role } from '#shared/core/api/access.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import type { KeyScope } from '#shared/core/api/scopes.ts'

/** Who calls, read from the database: the same for all kinds of callers (`callers.ts`). */
export type Actor = {
  /** The id of the account; of a program, that of its API key. */
  id: string
  role: Role
  /** Null for administrators. */
  merchantId: string | null
  email: string
  confirmed: boolean
  /** The caller reads the demo merchant and cannot write. */
  demo: boolean
  /** The sign-in of the caller, which can end; null for callers without one. `version` is the session version of the account. */
  signIn: { id: string; version: number } | null
  /** The API key of a program; null for people. */
  key: ActorKey | null
}

/** `hash`: of the secret that the call sent, one of several during a rotation. */
export type ActorKey = { name: string; scopes: readonly KeyScope[]; hash: Buffer }

/** The account, or the API key, whose calls are counted together. Visitors of the demo have none: all of them are the same actor. */
export function countedAccountOf(actor: Actor | undefined): string | undefined {
  return actor && !actor.demo ? actor.id : undefined
}

/**
 * The merchant whose rows the caller reaches. Throws for administrators, who belong to none.
 *
 * @example
 * merchantOf({ role: 'merchant', merchantId: 'm-1' }) // => 'm-1'
 * merchantOf({ role: 'admin', merchantId: null }) // throws core.denied
 */
export function merchantOf(actor: Actor): string {
  if (!actor.merchantId) throw new Problem(coreProblems.denied)
  return actor.merchantId
}

/** The condition for the rows that the caller may reach: those of the own merchant, or all rows for administrators. */
export function ownedBy(actor: Actor, merchantId: PgColumn): SQL | undefined {
  return actor.role === 'admin' ? undefined : eq(merchantId, merchantOf(actor))
}
