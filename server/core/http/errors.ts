import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInvalidValue, isUnavailable, unavailableProblem } from '#server/core/db/database-error.ts'
import { audit } from '#server/core/logging/audit.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { preferredLanguage } from '#shared/core/i18n/language.ts'

/** The Retry-After of a 503. */
const retryAfterSeconds = 1

/** Statuses that do not depend on the content of the call: the client can repeat it later. */
const transientStatuses = new Set([408, 429, 503])

/** All errors are answered in the same form. An error that is not a Problem is logged, and its message is not sent. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = asProblem(error)
    await recordProblem(problem, request)
    sendProblem(problem, error, request, reply)
    return reply
  })
  app.setNotFoundHandler((request, reply) => {
    const problem = new Problem(coreProblems.notFound)
    sendProblem(problem, problem, request, reply)
  })
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isUnavailable(error)) return unavailableProblem(error)
  if (isInvalidValue(error)) return new Problem(coreProblems.invalid)
  const status = (error as Partial<FastifyError> | undefined)?.statusCode
  if (status === 401) return new Problem(coreProblems.signIn)
  if (status === 404) return new Problem(coreProblems.notFound)
  if (status === 413) return new Problem(coreProblems.tooLarge)
  if (status === 503) return new Problem(coreProblems.unavailable)
  if (status !== undefined && status >= 400 && status < 500) return new Problem(coreProblems.invalid)
  return new Problem(coreProblems.failed)
}

/** Seconds after which the client can try again, for temporary problems. */
export function retryAfterOf({ kind: { status }, details }: Problem): number | undefined {
  if (status === 503) return retryAfterSeconds
  return status === 429 && typeof details.seconds === 'number' ? details.seconds : undefined
}

function sendProblem(problem: Problem, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status } = problem.kind
  // A 503 that the server chose because of a limit is expected and not logged. One with a cause, such as an unreachable
  // database, is logged.
  const isExpected = status === 503 && error === problem && problem.cause === undefined
  // A client that disconnects in the middle of a body is not a server error, and could fill the log.
  const { destroyed, complete } = request.raw
  if (destroyed && !complete) request.log.debug({ err: error }, 'the client disconnected')
  else if (status >= 500 && !isExpected) request.log.error({ err: error }, problem.kind.code)
  // The schema of the call lacks a rule. The caller learns that the input is invalid, but not why.
  else if (isInvalidValue(error)) request.log.warn({ err: error }, problem.kind.code)
  const retryAfter = retryAfterOf(problem)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (problem.kind === coreProblems.failed) problem.details = { reference: request.id }
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .send(problem.body(languageOf(request), request.id))
}

/**
 * Writes an audit entry with the error's reference for failed calls of accounts. Rejected reads are left out, since the
 * console may read data that does not exist yet. Anonymous failures are only logged, because otherwise anyone could
 * grow the append-only trail.
 */
async function recordProblem({ kind: { code, status } }: Problem, request: FastifyRequest): Promise<void> {
  const { actor, method, routeOptions, server } = request
  const failed = status >= 500
  if (transientStatuses.has(status) || !actor || actor.demo || !(failed || method !== 'GET')) return
  const route = `${method} ${routeOptions.url ?? ''}`
  try {
    await server.assay.db.system((tx) =>
      audit(tx, request, failed ? 'call.failed' : 'call.refused', { subject: route, data: { error: code, status } }),
    )
  } catch (error) {
    request.log.warn({ err: error }, 'the audit entry of a rejected call was not written')
  }
}

export function languageOf(request: FastifyRequest) {
  return preferredLanguage(request.headers['accept-language'])
}
