import type { MerchantData } from '#server/core/test/merchant-data.ts'
import type { Role } from '#shared/core/api/access.ts'

export type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Files, as a browser's form sends them. */
  form?: { payload: Buffer; headers: Record<string, string> }
}
export type Entry = {
  /** Roles answered 403; nobody at all without a session, unless the route is `open`. */
  denied: readonly Role[] | 'open'
  /**
   * The result for a merchant that names another merchant's resources: a status, `nothing` (200 without the other's
   * data), `own` (the call names no resources), or `open`.
   */
  foreign: number | 'nothing' | 'own' | 'open'
  /** A call that would pass if the things were the caller's own. */
  input?: (theirs: MerchantData) => Input
}
export type Manifest = Record<string, Entry>

/** The roles that are rejected, by the access word of a route. */
export const merchants = ['admin'] as const
export const owners = ['dealer', 'customerservice', 'admin'] as const
export const dealers = ['customerservice', 'admin'] as const
export const offices = ['dealer', 'admin'] as const
export const overseers = ['dealer'] as const
export const admins = ['merchant', 'dealer', 'customerservice'] as const

export const open: Entry = { denied: 'open', foreign: 'open' }
export const reads: Entry = { denied: merchants, foreign: 'nothing' }
export const reviews: Entry = { denied: [], foreign: 'nothing' }
/** About the caller alone. */
export const ofCaller: Entry = { denied: [], foreign: 'own' }

export const byId = (pick: (theirs: MerchantData) => string, rest: Omit<Input, 'params'> = {}) => ({
  input: (theirs: MerchantData) => ({ params: { id: pick(theirs) }, ...rest }),
})
