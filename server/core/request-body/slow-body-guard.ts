import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createConcurrencyLimiter } from '#server/core/limits/concurrency-limiter.ts'
import { hostKey } from '#server/core/network/limit-key.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of the call on its way; undefined where there is none. */
    intake: IncomingBody | undefined
  }
}

type IncomingBody = {
  /** Rejects once the rest of the body is not waited for. */
  refused: Promise<never>
}

export type SlowBodyLimits = {
  /** A body may take so long (ms) before it needs a rate at all: a phone in a lift stalls. */
  graceMs: number
  /** From then on it needs this average. */
  bytesPerSecond: number
  /** Bodies that one address may have on their way at once. */
  atOnce: number
  /** A client that goes on sending after its answer has so long (ms) to read it. */
  lingerMs: number
}
const defaultLimits: SlowBodyLimits = { graceMs: 20_000, bytesPerSecond: 2_000, atOnce: 256, lingerMs: 5_000 }
const checkIntervalMs = 1_000

type OpenBody = {
  request: FastifyRequest
  reply: FastifyReply
  since: number
  /** What the connection had carried before this body. */
  before: number
  answeredAt: number | undefined
  refuse(problem: Problem): void
}

/**
 * Ends bodies that arrive too slowly: each holds memory and a connection. Only routes with bodies get the hook. It is
 * their first, so that it also covers bodies of rejected calls.
 */
export function registerSlowBodyGuard(app: FastifyInstance, pace: SlowBodyLimits = defaultLimits): void {
  const open = new Set<OpenBody>()
  const atOnce = createConcurrencyLimiter()
  app.decorateRequest('intake', undefined)

  const enter = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const { headers, raw } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done()
    const counted = atOnce.enter([{ key: hostKey(request.caller), most: pace.atOnce }])
    if (typeof counted !== 'function') {
      return done(new Problem(coreProblems.slowDown, { seconds: Math.ceil(pace.graceMs / 1000) }))
    }
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    request.intake = { refused: promise }
    const one: OpenBody = {
      ...{ request, reply, since: performance.now(), before: raw.socket.bytesRead, answeredAt: undefined },
      refuse: reject,
    }
    open.add(one)
    const leave = () => {
      open.delete(one)
      counted()
    }
    raw.once('end', leave).once('close', leave)
    // After its answer an incomplete body stays under watch: its client may go on sending.
    reply.raw.once('close', () => {
      if (raw.complete !== false) leave()
    })
    done()
  }

  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (methods.every((method) => method === 'GET' || method === 'HEAD')) return
    route.onRequest = [enter, ...[route.onRequest ?? []].flat()] as NonNullable<typeof route.onRequest>
  })
  const timer = setInterval(() => checkOpenBodies(open, pace), Math.min(checkIntervalMs, pace.graceMs)).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function checkOpenBodies(open: Iterable<OpenBody>, pace: SlowBodyLimits): void {
  const now = performance.now()
  for (const one of open) {
    const { request, reply, since, before } = one
    if (one.answeredAt !== undefined) {
      if (now - one.answeredAt > pace.lingerMs) request.raw.destroy()
    } else if (reply.sent) one.answeredAt = now
    else if (isTooSlow(now - since, request.raw.socket.bytesRead - before, pace)) {
      reply.header('connection', 'close')
      one.refuse(new Problem(coreProblems.tooSlow))
    }
  }
}

/** @param ms since the body was first waited for */
function isTooSlow(ms: number, bytes: number, { graceMs, bytesPerSecond }: SlowBodyLimits): boolean {
  return bytes < ((ms - graceMs) / 1000) * bytesPerSecond
}

/** What is made of a body as it arrives, until the body is given up. */
export function untilBodyRefused<T>({ intake }: FastifyRequest, reading: Promise<T>): Promise<T> {
  return intake ? Promise.race([reading, intake.refused]) : reading
}
