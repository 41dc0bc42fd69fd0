import type { z } from 'zod'
import type { CallBudgetName } from '#shared/core/limits/call-budgets.ts'
import type { Access } from './access.ts'
import type { Feature } from './features.ts'

/**
 * A route is data, declared once: it feeds the server (validation, access, OpenAPI), the typed client, the forms and the
 * offline outbox. `path` is written below `/api`.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  /** Only callers whose e-mail is confirmed; for access words that do not say so themselves. */
  confirmed?: true
  /** What an administrator has to have switched on for the merchant that calls. */
  feature?: Feature
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** `required`: the caller sends an Idempotency-Key; a repeated key answers what the first call answered. */
  idempotency?: 'required'
  /** Calls a minute for one caller; the default of the server applies where this is absent. */
  perMinute?: number
  /** Bounds how many of these calls are under way at once; for calls that cost far more than an ordinary one. */
  budget?: CallBudgetName | readonly CallBudgetName[]
  /** Largest body in bytes; the default of the server applies where this is absent. */
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

export function defineContract<const C extends Contract>(routes: C): C {
  return routes
}
