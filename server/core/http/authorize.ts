import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAccessToken } from '#server/core/auth/access-token.ts'
import { demoActor } from '#server/core/auth/session.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

export const demoHeader = 'x-assay-demo'

/** Whether a call has no credentials, so that no lookup is needed. */
export function isAnonymous({ headers }: FastifyRequest): boolean {
  return headers[demoHeader] === undefined && headers.authorization === undefined
}

/** Determines the caller and their access. The demo header only restricts: it gives read access to one merchant. */
export async function authorize(app: FastifyInstance, route: Route, request: FastifyRequest): Promise<void> {
  if (request.headers[demoHeader] !== undefined) {
    if (route.method !== 'GET') throw new Problem(coreProblems.demo)
    request.actor = await demoActor(app)
    if (!request.actor) throw new Problem(coreProblems.notFound)
  } else if (request.headers.authorization !== undefined) {
    request.claims = readAccessToken(app, request.headers.authorization)
    request.actor = request.claims && (await app.assay.sessions.actorOf(request.claims))
  }
  if (route.access === 'public') return
  if (!request.actor) throw new Problem(coreProblems.signIn)
  if (!hasAccess(route.access, request.actor.role)) throw new Problem(coreProblems.denied)
  const isForConfirmed = route.access === 'confirmed' || route.confirmed
  if (isForConfirmed && !request.actor.confirmed) throw new Problem(coreProblems.unconfirmed)
}
