import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { type ClientRequest, request as callProcess, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Logger } from '#server/core/logging/logger.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import type { CallBudgetName } from '#shared/core/limits/call-budgets.ts'
import { createBandwidthThrottle } from './bandwidth-throttle.ts'

/** The process that answers the costly calls of this one. */
export type CostlyRequests = {
  /** Its answer to a call; throws 503 where it gives none. The call ends when the caller leaves. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage>
  close(): Promise<void>
}

/** Budgets whose calls hold up the event loop: drawing, formatting, or reading long lists. */
const costlyBudgets: ReadonlySet<CallBudgetName> = new Set(['labels', 'exports', 'imports', 'papers'])

/** Calls that are under way or wait for the process. Far more than their budgets let through, so that those refuse. */
const maxOpen = 256
/** The process ends after so long (ms) without a call: it holds some 200 MB. */
const idleMs = 300_000
/** It begins to answer within so long (ms) after the whole call has arrived, or is ended. */
const responseTimeoutMs = 120_000
const startTimeoutMs = 60_000
const shutdownTimeoutMs = 10_000
/** Bytes a second of all these calls together: labels are drawn at about the same rate. */
const throttled = createBandwidthThrottle(3_000_000)

/**
 * Hands calls with a costly budget over as they come, before anything is read or counted: their limits are counted where they
 * are answered. Registered after everything else that adds hooks to routes.
 */
export function forwardCostlyRequests(app: FastifyInstance, calls: CostlyRequests): void {
  app.addHook('onRoute', (route) => {
    if ([route.config?.budget ?? []].flat().every((name) => !costlyBudgets.has(name))) return
    const forward = (request: FastifyRequest, reply: FastifyReply, done: (error: Error) => void) => {
      calls.answer(request, reply).then((answer) => relayResponse(answer, reply), done)
    }
    route.onRequest = forward as NonNullable<RouteOptions['onRequest']>
  })
}

/** Answers with what the other process answers. A cut answer is all that can be said after its head was sent. */
function relayResponse(answer: IncomingMessage, reply: FastifyReply): void {
  answer.on('error', () => reply.raw.destroy())
  reply.hijack()
  if (reply.raw.destroyed) return
  reply.raw.writeHead(answer.statusCode!, endToEndHeaders(answer.headers))
  pipeline(answer, throttled(), reply.raw, () => undefined)
}

/** @param main the program that answers at the Unix socket it is given */
export function openCostlyRequests(main: string, log: Logger): CostlyRequests {
  let current: Promise<RunningProcess> | undefined
  let open = 0
  let idle: NodeJS.Timeout | undefined

  const running = () => {
    clearTimeout(idle)
    if (current) return current
    const starting = start(main, log)
    current = starting
    const forget = () => {
      if (current === starting) current = undefined
    }
    starting.then(({ child }) => child.once('exit', forget), forget)
    return starting
  }
  const end = async () => {
    clearTimeout(idle)
    const ending = current
    current = undefined
    await ending?.then(stop, () => undefined)
  }

  return {
    async answer(request, reply) {
      if (open >= maxOpen || reply.raw.destroyed) throw new Problem(coreProblems.unavailable)
      open++
      reply.raw.once('close', () => {
        open--
        if (open === 0) idle = setTimeout(() => void end(), idleMs).unref()
      })
      try {
        return await forwardRequest(await running(), request, reply)
      } catch (error) {
        if (!reply.raw.destroyed) request.log.warn({ err: error }, 'a costly call was not answered')
        throw new Problem(coreProblems.unavailable)
      }
    },
    close: end,
  }
}

type RunningProcess = { child: ChildProcess; socketPath: string }

async function start(main: string, log: Logger): Promise<RunningProcess> {
  // Nobody else may enter the folder, so nobody else may call.
  const socketPath = join(await mkdtemp(join(tmpdir(), 'assay-')), 'calls')
  // Its threads together shall not outweigh this process.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '2' }
  const child = fork(main, [socketPath], { execArgv: ['--max-semi-space-size=8'], detached: true, env })
  child.on('error', (err) => log.error({ err }, 'The process of costly calls'))
  const aborted = AbortSignal.timeout(startTimeoutMs)
  try {
    const ended = once(child, 'exit', { signal: aborted }).then(() => Promise.reject(new Error('It ended at start')))
    await Promise.race([once(child, 'message', { signal: aborted }), ended])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return { child, socketPath }
}

async function stop({ child }: RunningProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs)
  await gone
  clearTimeout(timer)
}

function forwardRequest(
  { child, socketPath }: RunningProcess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<IncomingMessage> {
  const { raw } = request
  return new Promise((resolve, reject) => {
    const own = { 'x-forwarded-for': request.caller, 'x-request-id': request.id }
    const headers: OutgoingHttpHeaders = { ...endToEndHeaders(raw.headers), ...own }
    // What follows the head of a call that has no body would be read as another call.
    if (!mayHaveBody(raw)) delete headers['content-length']
    const call = callProcess({ socketPath, agent: false, method: raw.method, path: raw.url, headers })
    killIfUnresponsive(call, child)
    call.once('response', resolve).on('error', reject)
    reply.raw.once('close', () => call.destroy())
    if (mayHaveBody(raw)) pipeline(raw, throttled(), call, () => undefined)
    else call.end()
  })
}

const mayHaveBody = ({ method }: IncomingMessage) => method !== 'GET' && method !== 'HEAD'

function killIfUnresponsive(call: ClientRequest, child: ChildProcess): void {
  let timer: NodeJS.Timeout | undefined
  call.once('finish', () => {
    timer = setTimeout(() => child.kill('SIGKILL'), responseTimeoutMs)
  })
  for (const event of ['response', 'close']) call.once(event, () => clearTimeout(timer))
}

const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect', 'upgrade'])

/** Headers that are not for the next hop alone. */
function endToEndHeaders(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)))
}
