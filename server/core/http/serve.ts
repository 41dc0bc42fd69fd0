import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '#server/core/auth/actor.ts'
import { apiKeyScheme, callerOf, callers } from '#server/core/auth/callers.ts'
import { assertFeature } from '#server/core/auth/features.ts'
import type { Tx } from '#server/core/db/database.ts'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import type { Services } from '#server/core/services.ts'
import type { Access } from '#shared/core/api/access.ts'
import type { Contract, ParsedRequest, ResponseInput, Route } from '#shared/core/api/contract.ts'
import type { KeyScope } from '#shared/core/api/scopes.ts'
import { authorize } from './authorize.ts'
import { languageOf } from './errors.ts'
import { runIdempotently } from './idempotency.ts'
import { parseInput } from './validate.ts'

type ActorOf<R extends Route> = R['access'] extends 'public' ? Actor | undefined : Actor

export type RouteRequest<R extends Route> = ParsedRequest<R> & {
  actor: ActorOf<R>
  request: FastifyRequest
  reply: FastifyReply
  services: Services
}
export type Call<R extends Route> = RouteRequest<R> & {
  tx: Tx
  /**
   * Runs an action after the commit and before the response is sent, for example for cookies and caches. A rollback discards
   * the action.
   */
  defer(action: () => void | Promise<void>): void
}
type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseInput<R>>
type PreparedHandler<R extends Route> = {
  /** Validates the body instead of the schema of the contract. */
  body?: z.ZodType
  prepare?(request: RouteRequest<R>): Promise<unknown>
  run(call: Call<R>, prepared: unknown): ReturnType<Handler<R>>
}
type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> | PreparedHandler<C[K]> }

/**
 * A handler with work that must not hold a transaction: reading a body, decoding a picture, hashing a password. `prepare` runs
 * after access and validation and before the transaction; `run` receives its result.
 */
export function withPreparation<R extends Route, P>(
  prepare: (request: RouteRequest<R>) => Promise<P>,
  run: (call: Call<R>, prepared: P) => ReturnType<Handler<R>>,
): PreparedHandler<R> {
  return { prepare, run: (call, prepared) => run(call, prepared as P) }
}

/**
 * A handler whose body has further validation that reports all errors at once, for rules that are too large to be part
 * of the contract.
 */
export function withBodySchema<R extends Route>(
  body: z.ZodType<ParsedRequest<R>['body']>,
  run: Handler<R>,
): PreparedHandler<R> {
  return { body, run }
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyInstance {
    assay: Services
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyRequest {
    /** Undefined without valid credentials. */
    actor: Actor | undefined
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyContextConfig {
    /** Absent for pages, which are public. */
    access?: Access
    scope?: KeyScope
  }
}

const defaultPerMinute = 600
/** What the API description says about callers: a route that is not public accepts people, and API keys with its scope. */
function described({ access, scope }: Route) {
  if (access === 'public') return {}
  const people = callers.flatMap(({ described: caller }) => caller?.name ?? []).filter((name) => name !== apiKeyScheme)
  const security: Record<string, string[]>[] = people.map((name) => ({ [name]: [] }))
  if (!scope) return { security, description: 'API keys cannot make this call.' }
  return {
    security: [...security, { [apiKeyScheme]: [scope] }],
    description: `An API key needs the scope \`${scope}\`.`,
  }
}

/**
 * Mounts a contract below /api: access, validation, one transaction for each call, and validation of the response inside the
 * transaction.
 *
 * @example
 * import { z } from 'zod'
 * const route = { method: 'GET', path: '/double/:n', access: 'public', summary: 'Double a number' }
 * const [params, answer] = [z.object({ n: z.coerce.number() }), z.object({ twice: z.number() })]
 * const contract = { double: { ...route, params, answer } }
 * const routes = (app) => serve(app, contract, { double: async ({ params }) => ({ twice: 2 * params.n }) })
 * const { api } = await testApp({ routes })
 * await api(contract).double({ params: { n: '21' } }) // => { twice: 42 }
 */
export function serve<C extends Contract>(app: FastifyInstance, contract: C, handlers: Handlers<C>): void {
  for (const [name, route] of Object.entries(contract)) {
    const given = handlers[name] as unknown as Handler<Route> | PreparedHandler<Route>
    const { body, prepare, run: handler }: PreparedHandler<Route> = typeof given === 'function' ? { run: given } : given
    const answered = async (call: RouteRequest<Route>) => {
      const prepared = await prepare?.(call)
      const deferred: (() => void | Promise<void>)[] = []
      const run = (tx: Tx) => async () =>
        route.answer.parse(await handler({ ...call, tx, defer: (action) => deferred.push(action) }, prepared))
      const answer = await inTransaction(app.assay, route, call.actor, async (tx) => {
        if (route.feature && call.actor?.merchantId) await assertFeature(tx, call.actor.merchantId, route.feature)
        const key = String(call.request.headers['idempotency-key'] ?? '')
        const isKeyed = route.idempotency === 'required' || (route.idempotency === 'optional' && key !== '')
        if (!isKeyed || !call.actor) return run(tx)()
        const input = { params: call.params, query: call.query, body: call.body }
        return runIdempotently(tx, { actor: call.actor, key, route: `${route.method} ${route.path}`, input }, run(tx))
      })
      // A reply is a thenable that resolves when it is sent. Awaiting a reply that an action returns would never end.
      for (const action of deferred) {
        const outcome = action()
        if (outcome instanceof Promise) await outcome
      }
      return answer
    }
    mount(app, route, answered, { name, body })
  }
}

/** The same access and validation for a response that is not JSON (CSV, files, events). The handler writes the response itself. */
export function serveStream<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: RouteRequest<R>) => Promise<unknown>,
): void {
  mount(app, route, (call) => {
    const { actor, reply, services } = call
    // A program whose key has ended gets no more of a response that takes minutes.
    if (actor?.key) {
      const unwatch = services.apiKeys.watch(actor.key, () => reply.raw.destroy())
      reply.raw.once('close', unwatch)
    }
    return handler(call as unknown as RouteRequest<R>)
  })
}

function mount(
  app: FastifyInstance,
  route: Route,
  handler: (call: RouteRequest<Route>) => Promise<unknown>,
  { name, body = route.body }: { name?: string; body?: Route['body'] } = {},
): void {
  const tag = route.path.split('/')[1] ?? 'core'
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    schema: {
      summary: route.summary,
      tags: [tag],
      ...(name && { operationId: `${tag}_${route.method.toLowerCase()}_${name}`, response: { 200: route.answer } }),
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      ...described(route),
    },
    ...(route.bodyBytes && { bodyLimit: route.bodyBytes }),
    // A handler that writes its response itself sets the length, or sends none.
    compress: name ? {} : false,
    config: {
      rateLimit: callsPerMinute(route.perMinute ?? defaultPerMinute),
      access: route.access,
      ...(route.scope && { scope: route.scope }),
      ...(route.budget && { budget: route.budget, budgetFromBytes: route.budgetFromBytes ?? 0 }),
    },
    // Public calls without credentials need no lookup. They create no promise, which would cost a scan as much as a response header.
    onRequest: (request, reply, done) => {
      if (route.access === 'public' && !callerOf(request)) done()
      else authorize(app, route, request, reply).then(() => done(), done)
    },
    handler: (request, reply) => {
      const language = languageOf(request)
      const part = (schema: Route['body'], value: unknown) => (schema ? parseInput(schema, value, language) : undefined)
      reply.header('cache-control', 'no-store')
      return handler({
        params: part(route.params, request.params),
        query: part(route.query, request.query),
        // Without a body it is null, which takes the default of no schema.
        body: part(body, request.body ?? undefined),
        actor: request.actor as Actor,
        request,
        reply,
        services: app.assay,
      } as RouteRequest<Route>)
    },
  })
}

/**
 * Chooses the rows that a caller can reach: the demo merchant’s (read-only), the own merchant’s, or all for administrators and
 * public calls.
 */
export function inTransaction<T>(
  { db }: Pick<Services, 'db'>,
  { access, snapshot }: Pick<Route, 'access' | 'snapshot'>,
  actor: Actor | undefined,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (access === 'public' || !actor?.merchantId) return snapshot ? db.readonlySystem(run) : db.system(run)
  return actor.demo || snapshot ? db.readonlyTenant(actor.merchantId, run) : db.tenant(actor.merchantId, run)
}
