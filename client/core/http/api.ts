import type { Contract, RequestInput, ResponseBody, Route } from '#shared/core/api/contract.ts'
import { isProblemBody, type ProblemBody } from '#shared/core/api/problem.ts'

/** `retryAfter`: the Retry-After header of the response, in seconds. */
export type HttpResponse = { status: number; body: unknown; retryAfter?: number }

/**
 * Sends one HTTP request: `url` starts with /api, `body` is JSON data. Resolves to the response with its parsed JSON.
 */
export type Send = (request: {
  method: Route['method']
  url: string
  body?: unknown
  headers: Record<string, string>
}) => Promise<HttpResponse>

type Options = { idempotencyKey?: string }
type Args<R extends Route> =
  Record<never, never> extends RequestInput<R> ? [(RequestInput<R> & Options)?] : [RequestInput<R> & Options]
export type Api<C extends Contract> = { [K in keyof C]: (...args: Args<C[K]>) => Promise<ResponseBody<C[K]>> }

type Input = Options & { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/**
 * Creates the typed client of a contract: one function per route, which resolves to the response or throws `ApiError`.
 *
 * @example
 * const contract = { read: { method: 'GET', path: '/pallet/:id' } }
 * const send = async ({ method, url }) => ({ status: 200, body: `${method} ${url}` })
 * await createApi(contract, send).read({ params: { id: '7' } }) // => 'GET /api/pallet/7'
 */
export function createApi<C extends Contract>(contract: C, send: Send): Api<C> {
  const calls = Object.entries(contract).map(([name, route]) => [
    name,
    async (input: Input = {}) => {
      const { status, body, retryAfter } = await send({
        method: route.method,
        url: urlOf(route, input),
        headers: headersOf(route, input),
        ...(input.body !== undefined && { body: input.body }),
      })
      if (status >= 400) throw new ApiError(status, body, retryAfter)
      return body
    },
  ])
  return Object.fromEntries(calls) as Api<C>
}

/** Returns the URL of a route below /api, with its parameters and query filled in. */
export function urlOf(route: Route, { params = {}, query = {} }: Pick<Input, 'params' | 'query'>): string {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  }
  return search.size > 0 ? `/api${path}?${search}` : `/api${path}`
}

/**
 * A caller that retries passes its own key, so that the server executes both attempts only once. Otherwise every call gets a
 * new key.
 */
function headersOf(route: Route, input: Input): Record<string, string> {
  if (!route.idempotency) return {}
  return { 'idempotency-key': input.idempotencyKey ?? crypto.randomUUID() }
}

const unreadableProblem: ProblemBody = { error: 'core.failed', message: '', reference: '', details: {} }

/** The server rejected the call: code, message in the caller's language, and reference for support. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: string
  reference: string
  details: Record<string, unknown>
  /** The parsed body, or its text when the response is not JSON of our server (for example a page of a proxy). */
  body: unknown
  /** The Retry-After header of the response, in seconds. */
  retryAfter: number | undefined
  /** Whether our server rejected the call: the response has a problem. A page of a proxy has none. */
  hasProblem: boolean

  constructor(status: number, body: unknown, retryAfter?: number) {
    const problem = isProblemBody(body) ? body : unreadableProblem
    super(problem.message || `HTTP ${status}`)
    this.status = status
    this.code = problem.error
    this.reference = problem.reference
    this.details = problem.details
    this.body = body
    this.retryAfter = retryAfter
    this.hasProblem = problem !== unreadableProblem
  }
}
