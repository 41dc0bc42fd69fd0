import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { countedAccountOf } from '#server/core/auth/actor.ts'
import { whenClosed } from '#server/core/http/when-closed.ts'
import { networkLimitKey } from '#server/core/network/limit-key.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type CallBudget, type CallBudgetName, callBudgets } from '#shared/core/limits/call-budgets.ts'
import { type ConcurrencyGroup, createConcurrencyLimiter } from './concurrency-limiter.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyContextConfig {
    /** Limits how many calls of these routes run at once. */
    budget?: CallBudgetName | readonly CallBudgetName[]
    /** Size of the body from which the budget applies; without it, the budget applies to all calls. */
    budgetFromBytes?: number
  }
}

/** Seconds after which a caller that exceeded its budget can try again. */
const retryAfterSeconds = 5

type Hooks = NonNullable<RouteOptions['onRequest']>

/**
 * Enforces the budget of a route's config. Other routes get no hook. A slot is taken before the body is read, and
 * released when the response was sent, or when the reader has left and the handler has ended: work without a reader keeps
 * its slot.
 */
export function registerBudgets(app: FastifyInstance): void {
  const atOnce = createConcurrencyLimiter()
  app.addHook('onRoute', (route) => {
    const names = [route.config?.budget ?? []].flat()
    if (names.length === 0) return
    const runningCallOf = new WeakMap<FastifyRequest, RunningCall>()
    const enter = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      if (!isBudgeted(request)) return done()
      const leave = atOnce.enter(names.flatMap((name) => concurrencyGroups(name, callBudgets[name], request)))
      if (typeof leave !== 'function') return done(problemOf(leave))
      const runningCall: RunningCall = { isRunning: false, isClosed: false, leave }
      runningCallOf.set(request, runningCall)
      reply.raw.once('finish', leave)
      const isClosed = whenClosed(reply, () => {
        runningCall.isClosed = true
        if (!runningCall.isRunning) leave()
      })
      if (isClosed) reply.hijack()
      else done()
    }
    // The last onRequest hook, because the caller has to be known.
    route.onRequest = [...listOf(route.onRequest), enter] as Hooks
    const { handler } = route
    route.handler = async function (this: FastifyInstance, request, reply) {
      const runningCall = runningCallOf.get(request)
      if (runningCall) runningCall.isRunning = true
      try {
        return await handler.call(this as never, request, reply)
      } finally {
        if (runningCall) {
          runningCall.isRunning = false
          if (runningCall.isClosed) runningCall.leave()
        }
      }
    }
  })
}

/** Whether the budget of its route applies to a call. The size of a compressed body, or of one without a length, is not known. */
export function isBudgeted({ headers, routeOptions }: FastifyRequest): boolean {
  const isKnown = headers['content-encoding'] === undefined && headers['content-length'] !== undefined
  return !isKnown || Number(headers['content-length']) >= (routeOptions.config.budgetFromBytes ?? 0)
}

type RunningCall = { isRunning: boolean; isClosed: boolean; leave: () => void }

const listOf = (hooks: RouteOptions['onRequest']) => [hooks ?? []].flat()

type BudgetGroup = ConcurrencyGroup & { isShared: boolean }

function concurrencyGroups(name: CallBudgetName, budget: CallBudget, { actor, caller }: FastifyRequest): BudgetGroup[] {
  const { perCaller, perNetwork, perProcess } = budget
  const network = networkLimitKey(caller)
  const account = countedAccountOf(actor)
  const one = (of: string, most: number, isShared = false) => ({ key: `${name} ${of}`, most, isShared })
  return [
    one(`of ${account ?? network}`, perCaller),
    ...(perNetwork ? [one(`from ${network}`, perNetwork)] : []),
    one('of all', perProcess, true),
    ...(account ? [] : [one('without account', perProcess / 2, true)]),
  ]
}

/** If other callers used up the limit, the caller gets 503 instead of 429. */
function problemOf({ most, isShared }: BudgetGroup): Problem {
  if (isShared) return new Problem(coreProblems.unavailable)
  return new Problem(coreProblems.tooManyAtOnce, { most, seconds: retryAfterSeconds })
}
