import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Actor, countedAccountOf } from '#server/core/auth/actor.ts'
import { serveStream } from '#server/core/http/serve.ts'
import { whenClosed } from '#server/core/http/when-closed.ts'
import { type ConcurrencyGroup, createConcurrencyLimiter } from '#server/core/limits/concurrency-limiter.ts'
import { slowDown } from '#server/core/limits/rate-limit.ts'
import { ipLimitKey, networkLimitKey, siteLimitKey } from '#server/core/network/limit-key.ts'
import { adminChannel, type LiveEvent, merchantChannel, resync } from './event-hub.ts'

/**
 * Maximum number of open streams: of one account (one for each tab; fewer until its e-mail is confirmed; in demo mode: of one
 * address), of one merchant, of one address (an office), and of one process. Visitors of the demo are strangers to each other:
 * in place of the limit of their merchant, each network has one, and together they leave room for accounts.
 */
const maxStreams = {
  account: 12,
  unconfirmed: 3,
  merchant: 500,
  address: 120,
  all: 5_000,
  demo: { network: 60, site: 120, all: 2_500 },
}
const keepAliveMs = 15_000
/** A client that reads too slowly is disconnected at this buffer size, and receives a reload message when it reconnects. */
const maxBufferedBytes = 256 * 1024
/** Maximum duration of a stream, equal to the lifetime of an access token. The client reconnects with its next token. */
const maxStreamMs = 600_000
/**
 * This long before the end, the stream sends `renew`: the client opens the next stream beside it, and misses no event. Without it,
 * a client would have to read everything on its screen again after each stream.
 */
const renewMs = 10_000
/** A client that has the maximum number of streams tries again after this time. */
const retryWhenFullMs = 30_000

/** Server-sent events of the caller's merchant (or of administrators): progress of jobs, approvals. */
export function eventStreamRoute(app: FastifyInstance): void {
  const open = new Set<ServerResponse>()
  const atOnce = createConcurrencyLimiter()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
  serveStream(
    app,
    {
      method: 'GET',
      path: '/events',
      access: 'signedIn',
      summary: 'Stream the live events of the caller',
      answer: z.unknown(),
    },
    async ({ actor, request, reply, services }) => {
      const address = ipLimitKey(request.caller)
      const leave = atOnce.enter([
        {
          key: `account ${countedAccountOf(actor) ?? address}`,
          most: actor.confirmed ? maxStreams.account : maxStreams.unconfirmed,
        },
        ...(actor.demo ? demoGroups(request.caller) : merchantGroups(actor)),
        { key: `address ${address}`, most: maxStreams.address },
        { key: 'all', most: maxStreams.all },
      ])
      if (typeof leave !== 'function') throw slowDown(retryWhenFullMs)
      reply.hijack()
      if (whenClosed(reply, leave)) return
      const channel = actor.merchantId ? merchantChannel(actor.merchantId) : adminChannel
      const stream = reply.raw
      stream.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      // Events are not stored: a client that reconnects may have missed some.
      const missed = request.headers['last-event-id'] !== undefined
      stream.write(`retry: 2000\n\n${frame({ channel, type: missed ? resync : 'hello', data: {} })}`)
      const stop = services.events.subscribe(channel, (notice) => {
        if (stream.writableLength > maxBufferedBytes) stream.destroy()
        else stream.write(frame(notice))
      })
      const unwatch = services.sessions.watch(actor, () => stream.end())
      const keepAlive = setInterval(() => stream.write(': \n\n'), keepAliveMs)
      const renewal = setTimeout(() => {
        // The next stream of the client takes this place while this one still sends.
        leave()
        stream.write(frame({ channel, type: 'renew', data: {} }))
      }, maxStreamMs - renewMs)
      const end = setTimeout(() => stream.end(), maxStreamMs)
      open.add(stream)
      stream.on('close', () => {
        stop()
        unwatch()
        clearInterval(keepAlive)
        clearTimeout(renewal)
        clearTimeout(end)
        open.delete(stream)
      })
    },
  )
}

const merchantGroups = ({ merchantId }: Actor): ConcurrencyGroup[] =>
  merchantId ? [{ key: `merchant ${merchantId}`, most: maxStreams.merchant }] : []

function demoGroups(caller: string): ConcurrencyGroup[] {
  const { network, site, all } = maxStreams.demo
  const siteKey = siteLimitKey(caller)
  return [
    { key: `demo network ${networkLimitKey(caller)}`, most: network },
    ...(siteKey ? [{ key: `demo site ${siteKey}`, most: site }] : []),
    { key: 'demo', most: all },
  ]
}

function frame({ type, data }: LiveEvent): string {
  return `id: ${Date.now()}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}
