import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createConcurrencyLimiter } from '#server/core/limits/concurrency-limiter.ts'
import { ipLimitKey } from '#server/core/network/limit-key.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyRequest {
    /** The incoming body of the call; undefined if it has none. */
    incomingBody: IncomingBody | undefined
  }
}

type IncomingBody = {
  /** Rejects when the rest of the body is no longer awaited. */
  aborted: Promise<never>
}

type SlowBodyLimits = {
  /** For this time (ms) a body needs no minimum rate: mobile connections stall. */
  graceMs: number
  /** After that time, the average rate that a body needs. */
  bytesPerSecond: number
  /** Maximum number of bodies that one address may send at once. */
  atOnce: number
  /** The time (ms) in which a client that still sends can read the response. */
  lingerMs: number
}
const defaultLimits: SlowBodyLimits = { graceMs: 20_000, bytesPerSecond: 2_000, atOnce: 256, lingerMs: 5_000 }
const checkIntervalMs = 1_000

type OpenBody = {
  request: FastifyRequest
  reply: FastifyReply
  since: number
  /** Number of bytes that the connection had received before this body. */
  before: number
  answeredAt: number | undefined
  abort(problem: Problem): void
}

/**
 * Rejects bodies that arrive too slowly: each one uses memory and a connection. When a call was answered before its body arrived,
 * the rest is read and dropped, so that the next call of the connection is read; after the linger time the connection is closed.
 * Only routes with bodies get the hook. It is their first hook, so that it also covers the bodies of rejected calls.
 */
export function registerSlowBodyGuard(app: FastifyInstance, pace: SlowBodyLimits = defaultLimits): void {
  const open = new Set<OpenBody>()
  const atOnce = createConcurrencyLimiter()
  app.decorateRequest('incomingBody', undefined)

  const enter = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const { headers, raw } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done()
    const release = atOnce.enter([{ key: ipLimitKey(request.caller), most: pace.atOnce }])
    if (typeof release !== 'function') {
      return done(new Problem(coreProblems.slowDown, { seconds: Math.ceil(pace.graceMs / 1000) }))
    }
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    request.incomingBody = { aborted: promise }
    const one: OpenBody = {
      request,
      reply,
      since: performance.now(),
      before: raw.socket.bytesRead,
      answeredAt: undefined,
      abort: reject,
    }
    open.add(one)
    const leave = () => {
      open.delete(one)
      release()
    }
    raw.once('end', leave).once('close', leave)
    // The rest of a body that nobody reads would remain on the connection, before the next call.
    reply.raw.once('finish', () => raw.unpipe().resume())
    // After its response, an incomplete body is still watched: its client may continue to send.
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
      one.abort(new Problem(coreProblems.tooSlow))
    }
  }
}

/** @param ms time since the call arrived */
function isTooSlow(ms: number, bytes: number, { graceMs, bytesPerSecond }: SlowBodyLimits): boolean {
  return bytes < ((ms - graceMs) / 1000) * bytesPerSecond
}

/** Returns the result of `reading`, or rejects when the body is aborted. */
export function withBodyGuard<T>({ incomingBody }: FastifyRequest, reading: Promise<T>): Promise<T> {
  return incomingBody ? Promise.race([reading, incomingBody.aborted]) : reading
}
