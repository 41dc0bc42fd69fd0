import type { z } from 'zod'
import type { CallBudgetName } from '#shared/core/limits/call-budgets.ts'
import type { Access } from './access.ts'
import type { Feature } from './features.ts'
import type { KeyScope } from './scopes.ts'

/**
 * A route is declared once, as data. The server (validation, access, OpenAPI), the typed client, the forms and the offline
 * outbox use the declaration. `path` is relative to `/api`.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  /** Requires a confirmed e-mail, for access words that do not require it themselves. */
  confirmed?: true
  /** The scope with which an API key may make this call. Without it, no key may. */
  scope?: KeyScope
  /** The feature that the merchant of the caller needs. */
  feature?: Feature
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /**
   * A repeated Idempotency-Key gets the response of the first call. `required`: a call without a key is rejected. `optional`:
   * it is executed each time it arrives.
   */
  idempotency?: 'required' | 'optional'
  /** All statements of a call read the same state of the database, and none can write. */
  snapshot?: true
  /** Calls a minute for one caller. Without it, the default of the server applies. */
  perMinute?: number
  /** Limits how many of these calls run at once, for calls that cost far more than an ordinary one. */
  budget?: CallBudgetName | readonly CallBudgetName[]
  /** Size of the body (bytes) from which the budget applies: smaller calls are ordinary ones. Without it, it applies to all. */
  budgetFromBytes?: number
  /** Maximum size of the body in bytes. Without it, the default of the server applies. */
  bodyBytes?: number
}
export type Contract = Record<string, Route>

type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined

export type ParsedRequest<R extends Route> = { params: Out<R['params']>; query: Out<R['query']>; body: Out<R['body']> }
export type RequestInput<R extends Route> = {
  [K in 'params' | 'query' | 'body' as R[K] extends z.ZodType ? K : never]: In<R[K]>
}
export type ResponseBody<R extends Route> = z.output<R['answer']>
export type ResponseInput<R extends Route> = z.input<R['answer']>

/**
 * Declares the routes of a domain, each under the name that its handler and the calls of the client have.
 *
 * @example
 * import { z } from 'zod'
 * import { ById } from '#shared/core/fields/fields.ts'
 * const read = { method: 'GET', path: '/pallet/:id', access: 'merchantOrDealer', summary: 'Read a pallet', params: ById }
 * const contract = defineContract({ read: { ...read, answer: z.object({ boxes: z.int() }) } })
 * contract.read.access // => 'merchantOrDealer'
 */
export function defineContract<const C extends Contract>(routes: C): C {
  return routes
}
