import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '#server/core/auth/callers.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** Determines the actor of a call and its access. Everything after it knows the actor only, not how the call named it. */
export async function authorize(app: FastifyInstance, route: Route, request: FastifyRequest): Promise<void> {
  request.actor = await callerOf(request)?.actorOf(app, request, route)
  tellMemberCall(app, request)
  if (route.access === 'public') return
  if (!request.actor) throw new Problem(coreProblems.signIn)
  if (!hasAccess(route.access, request.actor.role)) throw new Problem(coreProblems.denied)
  const isForConfirmed = route.access === 'confirmedMerchant' || route.confirmed
  if (isForConfirmed && !request.actor.confirmed) throw new Problem(coreProblems.unconfirmed)
}

function tellMemberCall({ assay }: FastifyInstance, { actor, caller, headers }: FastifyRequest): void {
  if (actor?.merchantId && !actor.demo)
    assay.memberCalls.tell({ merchantId: actor.merchantId, caller, userAgent: headers['user-agent'] })
}
