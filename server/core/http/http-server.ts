import { randomUUID } from 'node:crypto'
import fastifyCompress from '@fastify/compress'
import fastifyHelmet from '@fastify/helmet'
import fastifyUnderPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { registerTokens } from '#server/core/auth/access-token.ts'
import { eventStreamRoute } from '#server/core/events/event-stream.ts'
import { registerBudgets } from '#server/core/limits/budget.ts'
import { registerRateLimit } from '#server/core/limits/rate-limit.ts'
import { logRequests, requestLogging } from '#server/core/logging/request-log.ts'
import { mailboxRoutes } from '#server/core/mail/mailbox.ts'
import { callerAddress, trustedProxyCheck } from '#server/core/network/trusted-proxies.ts'
import { type CostlyRequests, forwardCostlyRequests } from '#server/core/process/costly-requests.ts'
import { registerJsonBodyParser } from '#server/core/request-body/body-parser.ts'
import { registerSlowBodyGuard } from '#server/core/request-body/slow-body-guard.ts'
import type { Services } from '#server/core/services.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { registerErrors } from './errors.ts'
import { healthRoutes } from './health.ts'
import { registerOpenApi } from './openapi.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address that the call comes from, as a trusted proxy says it. */
    caller: string
  }
  interface FastifyInstance {
    /** Everything this server answers to, pages and files included; what tests of access are held against. */
    routes: RouteOptions[]
  }
}

/** Headers have this long to arrive (ms), whole requests as long as ten megabytes take at 300 kbit/s; answers are not limited. */
const headersTimeout = 10_000
const requestTimeout = 300_000
/** At a shutdown calls have this long to end (ms), and connections that never asked anything are waited for no longer. */
const shutdownTimeoutMs = 5_000

/** How a web process shares its calls with another one. */
export type RequestForwarding = {
  /** Answers the costly calls; they are answered here where absent. */
  costlyRequests?: CostlyRequests
  /** Whether every call comes from a web process of ours, which says who calls. */
  isForwardTarget?: boolean
}

/** The server without any domain: logging, security headers, errors, limits, sessions, documentation, health. */
export async function buildHttpServer(
  services: Services,
  { costlyRequests: costly, isForwardTarget: isBehind }: RequestForwarding = {},
): Promise<FastifyInstance> {
  const { config, log } = services
  const app = Fastify({
    ...requestLogging(log),
    genReqId: ({ headers }) => (isBehind ? String(headers['x-request-id']) : randomUUID()),
    trustProxy: isBehind ? (_, hop) => hop === 0 : trustedProxyCheck(config.trustedProxies),
    http: { headersTimeout },
    requestTimeout,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance
  app.decorate('assay', services)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('claims', undefined)
  app.decorateRequest('caller', '')
  app.decorate('routes', [])
  app.addHook('onRoute', (route) => void app.routes.push(route))
  // serve() validates and serializes; Fastify only keeps the schemas for the documentation.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  registerErrors(app)
  if (!isBehind) logRequests(app, log)
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), shutdownTimeoutMs).unref()
  })
  const secure = await securityHeaders(config.publicUrl.startsWith('https:'))
  const secureData = apiHeaders(secure)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApiRequest(request.url) ? secureData : secure)
    reply.header('x-request-id', request.id)
    // Kept, since Fastify walks the proxies anew each time the address is asked for.
    request.caller = callerAddress(request)
    done()
  })
  // Compresses only routes that ask for it: a scan has no extra hook, and images are compressed already.
  await app.register(fastifyCompress, { global: false })
  // Costly calls hold up one another: their budgets bound them.
  if (!isBehind)
    await app.register(fastifyUnderPressure, {
      maxEventLoopDelay: 2_000,
      retryAfter: 2,
      pressureHandler: () => {
        throw new Problem(coreProblems.unavailable)
      },
    })
  await registerTokens(app, config.jwtSecret)
  await registerRateLimit(app, services)
  registerSlowBodyGuard(app)
  registerJsonBodyParser(app)
  registerBudgets(app)
  if (costly) forwardCostlyRequests(app, costly)
  await registerOpenApi(app)
  healthRoutes(app)
  eventStreamRoute(app)
  mailboxRoutes(app)
  return app
}

/**
 * The headers that Helmet sets. Its plugin makes them anew for every request, half the cost of a small answer; ours are
 * always the same, so one request is enough to learn them.
 */
async function securityHeaders(https: boolean): Promise<Record<string, string>> {
  const probe = Fastify()
  await probe.register(fastifyHelmet, helmetOptions(https))
  probe.get('/', (_, reply) => {
    reply.hijack()
    reply.raw.end()
  })
  const { headers } = await probe.inject('/')
  await probe.close()
  const { date: _, connection: __, 'transfer-encoding': ___, ...secure } = headers
  return secure as Record<string, string>
}

const isApiRequest = (url: string): boolean => url.startsWith('/api/') && !url.startsWith('/api/docs')

/** What guards an answer that no browser shows as a page; the rest would be sent, and paid for, with every scan. */
function apiHeaders(secure: Record<string, string>): Record<string, string> {
  const guards = ['strict-transport-security', 'x-content-type-options', 'cross-origin-resource-policy']
  const kept = Object.fromEntries(Object.entries(secure).filter(([name]) => guards.includes(name)))
  return { ...kept, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
}

/** The console's styles are Emotion's, inserted by script into an empty style element: hence the hash of nothing. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

function helmetOptions(https: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", emptyStyle],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        frameSrc: ['blob:', "'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
  }
}
