import type { MerchantData } from '#server/core/test/merchant-data.ts'
import type { Role } from '#shared/core/api/access.ts'

export type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Files, in the form in which a browser sends them. */
  form?: { payload: Buffer; headers: Record<string, string> }
}
export type Entry = {
  /** Roles that get 403. Callers without a session are always rejected, unless the route is `open`. */
  denied: readonly Role[] | 'open'
  /**
   * The result for a merchant that names resources of another merchant: a status, `nothing` (200 without the data of the
   * other), `own` (the call names no resources), or `open`.
   */
  foreign: number | 'nothing' | 'own' | 'open'
  /** An input that is accepted if the resources belong to the caller. */
  input?: (theirs: MerchantData) => Input
}
export type Manifest = Record<string, Entry>

/** The roles that are rejected, by the access of a route. */
export const merchants = ['admin'] as const
export const owners = ['dealer', 'customerservice', 'admin'] as const
export const dealers = ['customerservice', 'admin'] as const
export const offices = ['dealer', 'admin'] as const
export const overseers = ['dealer'] as const
export const admins = ['merchant', 'dealer', 'customerservice'] as const

export const open: Entry = { denied: 'open', foreign: 'open' }
export const reads: Entry = { denied: merchants, foreign: 'nothing' }
export const reviews: Entry = { denied: [], foreign: 'nothing' }
/** For routes that concern only the caller. */
export const ofCaller: Entry = { denied: [], foreign: 'own' }

export const byId = (pick: (theirs: MerchantData) => string, rest: Omit<Input, 'params'> = {}) => ({
  input: (theirs: MerchantData) => ({ params: { id: pick(theirs) }, ...rest }),
})
