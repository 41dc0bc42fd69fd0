import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Budget, type BudgetName, budgets } from '#shared/core/budgets.ts'
import { coreProblems, Problem } from '#shared/core/problem.ts'
import { networkKey } from './limit-key.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bounds how many calls of these routes are under way at once. */
    budget?: BudgetName
  }
}

/** Seconds after which a caller who was over its budget may try again. */
const retryAfter = 5

type Hooks = NonNullable<RouteOptions['onRequest']>

/**
 * Enforces the budget that a route names in its config. Other routes get no hook and cost nothing more. A place is taken
 * before the body is read, and freed once the answer was sent, or its reader has gone and the handler has ended: work that
 * goes on without a reader still holds its place.
 */
export function registerBudgets(app: FastifyInstance, bounds: Record<BudgetName, Budget> = budgets): void {
  const places = openPlaces(bounds)
  app.addHook('onRoute', (route) => {
    const name = route.config?.budget
    if (!name) return
    const placeOf = new WeakMap<FastifyRequest, Place>()
    const enter = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      const { actor, caller } = request
      const account = actor && !actor.demo ? actor.id : undefined
      const leave = places.enter(name, account ?? networkKey(caller), account !== undefined)
      if (typeof leave !== 'function') return done(leave)
      const place: Place = { isRunning: false, isClosed: false, leave }
      placeOf.set(request, place)
      reply.raw.once('finish', leave)
      reply.raw.once('close', () => {
        place.isClosed = true
        if (!place.isRunning) leave()
      })
      done()
    }
    // The last of them: who calls is known by then.
    route.onRequest = [...listOf(route.onRequest), enter] as Hooks
    const { handler } = route
    route.handler = async function (this: FastifyInstance, request, reply) {
      const place = placeOf.get(request)
      if (place) place.isRunning = true
      try {
        return await handler.call(this as never, request, reply)
      } finally {
        if (place) {
          place.isRunning = false
          if (place.isClosed) place.leave()
        }
      }
    }
  })
}

type Place = { isRunning: boolean; isClosed: boolean; leave: () => void }

const listOf = (hooks: RouteOptions['onRequest']) => [hooks ?? []].flat()

/** Counts the calls under way, by budget and caller. `enter` answers how to leave again, or the problem. */
function openPlaces(bounds: Record<BudgetName, Budget>) {
  const taken = new Map<string, number>()
  const add = (key: string, by: number) => {
    const count = (taken.get(key) ?? 0) + by
    if (count > 0) taken.set(key, count)
    else taken.delete(key)
  }
  return {
    enter(name: BudgetName, caller: string, hasAccount: boolean): Problem | (() => void) {
      const { perCaller, perProcess } = bounds[name]
      const own = `${name} of ${caller}`
      const groups = [name, ...(hasAccount ? [] : [`${name} without account`])]
      if ((taken.get(own) ?? 0) >= perCaller)
        return new Problem(coreProblems.tooManyAtOnce, { most: perCaller, seconds: retryAfter })
      const isFull = groups.some((group, n) => (taken.get(group) ?? 0) >= (n === 0 ? perProcess : perProcess / 2))
      if (isFull) return new Problem(coreProblems.unavailable)
      const keys = [own, ...groups]
      for (const key of keys) add(key, 1)
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        for (const key of keys) add(key, -1)
      }
    },
  }
}
