import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { type ClientRequest, request as callProcess, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { isBudgeted } from '#server/core/limits/budget.ts'
import type { Logger } from '#server/core/logging/logger.ts'
import { withBodyGuard } from '#server/core/request-body/slow-body-guard.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import type { CallBudgetName } from '#shared/core/limits/call-budgets.ts'
import { createBandwidthThrottle } from './bandwidth-throttle.ts'

/** The process that answers the costly calls of this one. */
export type CostlyRequests = {
  /** The response of the process to a call. Throws 503 if it does not respond. The call ends when the client disconnects. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage>
  close(): Promise<void>
}

/** Budgets whose calls block the event loop: drawing, formatting, or reading long lists and texts. */
const costlyBudgets = new Set<CallBudgetName>(['labels', 'exports', 'imports', 'largeOperations', 'pdfs', 'readings'])

/** Maximum number of calls that run or wait for the process. Far above the budgets, so that the budgets reject first. */
const maxOpen = 256
/** The process ends after this time (ms) without a call: it uses about 200 MB. */
const idleMs = 300_000
/** The process is killed if it does not start to answer within this time (ms) after the whole call has arrived. */
const responseTimeoutMs = 120_000
const startTimeoutMs = 60_000
const shutdownTimeoutMs = 10_000
/** Bytes a second of all these calls together, about the rate at which labels are drawn. */
const throttled = createBandwidthThrottle(3_000_000)

/**
 * Forwards calls with a costly budget before their body is read. The caller, the rate limit and the budget are checked before,
 * so that a rejected call reaches the other process neither with its body nor at all. Registered after all other code that adds
 * hooks to routes: this is their last hook.
 */
export function forwardCostlyRequests(app: FastifyInstance, calls: CostlyRequests): void {
  app.addHook('onRoute', (route) => {
    if ([route.config?.budget ?? []].flat().every((name) => !costlyBudgets.has(name))) return
    const forward = (request: FastifyRequest, reply: FastifyReply, _body: unknown, done: (error?: Error) => void) => {
      if (!isBudgeted(request)) return done()
      calls.answer(request, reply).then((answer) => relayResponse(answer, reply), done)
    }
    route.preParsing = [...[route.preParsing ?? []].flat(), forward] as NonNullable<RouteOptions['preParsing']>
  })
}

/** Relays the response of the other process. If it breaks off after the headers were sent, the connection is closed. */
function relayResponse(answer: IncomingMessage, reply: FastifyReply): void {
  answer.on('error', () => reply.raw.destroy())
  reply.hijack()
  if (reply.raw.destroyed) return void answer.destroy()
  // This process has counted the call, so it knows the headers about limits.
  const own = reply.getHeaders() as OutgoingHttpHeaders
  reply.raw.writeHead(answer.statusCode!, { ...own, ...endToEndHeaders(answer.headers) })
  pipeline(answer, throttled(), reply.raw, () => undefined)
}

/** @param main the program to start; it listens on the Unix socket whose path it receives */
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
      const left = new AbortController()
      reply.raw.once('close', () => {
        left.abort()
        open--
        if (open === 0) idle = setTimeout(() => void end(), idleMs).unref()
      })
      try {
        return await withBodyGuard(
          request,
          running().then((target) => forwardRequest(target, request, left.signal)),
        )
      } catch (error) {
        if (error instanceof Problem) throw error
        if (!reply.raw.destroyed) request.log.warn({ err: error }, 'costly request failed')
        throw new Problem(coreProblems.unavailable)
      }
    },
    close: end,
  }
}

type RunningProcess = { child: ChildProcess; socketPath: string }

async function start(main: string, log: Logger): Promise<RunningProcess> {
  // Only this user can enter the folder, so only this user can send calls.
  const socketPath = join(await mkdtemp(join(tmpdir(), 'assay-')), 'calls')
  // Fewer threads, so that they do not get more processor time than this process.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '2' }
  const child = fork(main, [socketPath], { execArgv: ['--max-semi-space-size=8'], detached: true, env })
  child.on('error', (err) => log.error({ err }, 'costly calls: the process failed'))
  const aborted = AbortSignal.timeout(startTimeoutMs)
  try {
    const ended = once(child, 'exit', { signal: aborted }).then(() =>
      Promise.reject(new Error('The process exited during startup')),
    )
    await Promise.race([once(child, 'message', { signal: aborted }), ended])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return { child, socketPath }
}

async function stop({ child }: RunningProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs)
  await exited
  clearTimeout(timer)
}

function forwardRequest(
  { child, socketPath }: RunningProcess,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { raw } = request
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('The client has disconnected'))
    const own = { 'x-forwarded-for': request.caller, 'x-request-id': request.id }
    const headers: OutgoingHttpHeaders = { ...endToEndHeaders(raw.headers), ...own }
    // The data after the headers of a call without a body would be read as another call.
    if (!canHaveBody(raw)) delete headers['content-length']
    const call = callProcess({ socketPath, agent: false, method: raw.method, path: raw.url, headers, signal })
    killIfUnresponsive(call, child)
    call.once('response', resolve).on('error', reject)
    if (canHaveBody(raw)) sendBody(raw, call)
    else call.end()
  })
}

/**
 * The body is sent until the call has ended. Unlike a pipeline, this leaves the body as it is then: a pipeline would destroy it
 * together with the connection of the client, on which a response may still have to be sent.
 */
function sendBody(body: IncomingMessage, call: ClientRequest): void {
  const piece = throttled()
  body.pipe(piece).pipe(call)
  const end = () => {
    body.unpipe(piece)
    piece.destroy()
  }
  body.once('close', () => {
    if (!body.complete) call.destroy()
  })
  call.once('close', end)
}

const canHaveBody = ({ method }: IncomingMessage) => method !== 'GET' && method !== 'HEAD'

function killIfUnresponsive(call: ClientRequest, child: ChildProcess): void {
  let timer: NodeJS.Timeout | undefined
  call.once('finish', () => {
    timer = setTimeout(() => child.kill('SIGKILL'), responseTimeoutMs)
  })
  for (const event of ['response', 'close']) call.once(event, () => clearTimeout(timer))
}

const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect', 'upgrade'])

/** The headers without those that apply to one connection only. */
function endToEndHeaders(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)))
}
