import type { MerchantData } from '#server/core/test/merchant-data.ts'
import type { Access } from '#shared/core/api/access.ts'

export type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Files, in the form in which a browser sends them. */
  form?: { payload: Buffer; headers: Record<string, string> }
}

/**
 * The result for a merchant that names resources of another merchant: a status, `nothing` (200 without the data of the
 * other), `own` (the call names no resources), or `open`.
 */
export type Foreign = number | 'nothing' | 'own' | 'open'

/** What the contract of a route does not say. */
export type Entry = {
  /** Only for a route that no contract declares, for example a CSV export. */
  access?: Access
  /** Only if it is not the usual result of such a route, see `usualForeign`, and for calls with a body. */
  foreign?: Foreign
  /** An input that is accepted if the resources belong to the caller. */
  input?: (theirs: MerchantData) => Input
}
export type Entries = Record<string, Entry>

export const byId = (pick: (theirs: MerchantData) => string, rest: Omit<Input, 'params'> = {}) => ({
  input: (theirs: MerchantData) => ({ params: { id: pick(theirs) }, ...rest }),
})
