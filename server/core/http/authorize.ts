import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, ActorKey } from '#server/core/auth/actor.ts'
import { callerOf, program } from '#server/core/auth/callers.ts'
import { hasAccess, needsConfirmedEmail } from '#shared/core/api/access.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { keyAccessProblems } from '#shared/core/api/key-problems.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** Determines the actor of a call and its access. Everything after it knows the actor only, not how the call named it. */
export async function authorize(
  app: FastifyInstance,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.actor = await callerOf(request)?.actorOf(app, request, route)
  if (request.actor?.key)
    return authorizeKey(app, route, { request, reply, actor: request.actor, key: request.actor.key })
  tellMemberCall(app, request)
  if (route.access === 'public') return
  if (!request.actor) throw new Problem(coreProblems.signIn)
  assertAccess(route, request.actor)
}

/**
 * The actor of a program that reads a page which is for everybody, but says more to some keys. Undefined without a key: who else
 * is signed in does not matter there.
 */
export async function keyActorOf(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<(Actor & { key: ActorKey }) | undefined> {
  if (callerOf(request) !== program) return undefined
  request.actor = await program.actorOf(app, request, { method: 'GET', access: 'merchant' })
  const { actor } = request
  if (!actor?.key) return undefined
  await app.countKeyCall(request, reply)
  return { ...actor, key: actor.key }
}

/** Counted first, so that a program learns its limit from each answer. */
async function authorizeKey(
  app: FastifyInstance,
  route: Route,
  { request, reply, actor, key }: { request: FastifyRequest; reply: FastifyReply; actor: Actor; key: ActorKey },
): Promise<void> {
  await app.countKeyCall(request, reply)
  if (!route.scope) throw new Problem(keyAccessProblems.notForKeys)
  if (!key.scopes.includes(route.scope)) throw new Problem(keyAccessProblems.scopeMissing, { scope: route.scope })
  assertAccess(route, actor)
}

function assertAccess({ access, confirmed }: Route, actor: Actor): void {
  if (!hasAccess(access, actor.role)) throw new Problem(coreProblems.denied)
  if ((confirmed || needsConfirmedEmail(access)) && !actor.confirmed) throw new Problem(coreProblems.unconfirmed)
}

function tellMemberCall({ assay }: FastifyInstance, { actor, caller, headers }: FastifyRequest): void {
  if (actor?.merchantId && !actor.demo)
    assay.memberCalls.tell({ merchantId: actor.merchantId, caller, userAgent: headers['user-agent'] })
}
