import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fastifyCompress from '@fastify/compress'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import helmet from 'helmet'
import { registerTokens } from '#server/core/auth/access-token.ts'
import type { Config } from '#server/core/config.ts'
import { eventStreamRoute } from '#server/core/events/event-stream.ts'
import { registerBudgets } from '#server/core/limits/budget.ts'
import { registerLoadShedding } from '#server/core/limits/load-shedding.ts'
import { registerRateLimit } from '#server/core/limits/rate-limit.ts'
import { logRequests, requestLogging } from '#server/core/logging/request-log.ts'
import { mailboxRoutes } from '#server/core/mail/mailbox.ts'
import { registerBrandHosts } from '#server/core/network/brand-host-requests.ts'
import { routedUrl } from '#server/core/network/routed-url.ts'
import { callerIp, trustedProxyCheck } from '#server/core/network/trusted-proxies.ts'
import { type CostlyRequests, forwardCostlyRequests } from '#server/core/process/costly-requests.ts'
import { registerJsonBodyParser } from '#server/core/request-body/body-parser.ts'
import { registerSlowBodyGuard } from '#server/core/request-body/slow-body-guard.ts'
import type { Services } from '#server/core/services.ts'
import { registerErrors } from './errors.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyRequest {
    /** The address of the caller, as a trusted proxy reports it. */
    caller: string
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyInstance {
    /** All routes of this server, including pages and files. The access tests use this list. */
    routes: RouteOptions[]
  }
}

/** Time limits (ms) for headers and for whole requests: ten megabytes at 300 kbit/s. Responses have no limit. */
const headersTimeout = 10_000
const requestTimeout = 300_000
/** At a shutdown, all connections are closed after this time (ms), including those that never sent a request. */
const shutdownTimeoutMs = 5_000

/** The options of a web process that forwards calls to another one, or receives forwarded calls. */
export type RequestForwarding = {
  /** Handles the costly calls. Without it, this process handles them. */
  costlyRequests?: CostlyRequests
  /** Whether all calls come from a web process of this installation, which reports the address of the caller. */
  isForwardTarget?: boolean
}

/** The server without any domain: logging, security headers, errors, limits, sessions, documentation. */
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
    // A call that arrives on an open connection is answered during a shutdown, too: database and files are closed after the server.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => routedUrl(url),
  }) as unknown as FastifyInstance
  app.decorate('assay', services)
  app.decorateRequest('actor', undefined)
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
  const secure = securityHeaders(config)
  const secureData = apiHeaders(secure)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApiRequest(request.url) ? secureData : secure)
    reply.header('x-request-id', request.id)
    // Stored, because Fastify evaluates the proxies again at each access.
    request.caller = callerIp(request)
    done()
  })
  registerBrandHosts(app, services)
  // Compresses only routes that request it: a scan needs no extra hook, and images are already compressed.
  await app.register(fastifyCompress, { global: false })
  // Not in the process of costly calls: its calls delay each other, and budgets limit them.
  if (!isBehind) await registerLoadShedding(app)
  await registerTokens(app, config.jwtSecret)
  await registerRateLimit(app, services, { isForwardTarget: isBehind })
  registerSlowBodyGuard(app)
  registerJsonBodyParser(app)
  registerBudgets(app)
  if (costly) forwardCostlyRequests(app, costly)
  if (!isBehind) await registerOwnRoutes(app)
  return app
}

/** Routes that belong to no domain and are never forwarded. */
async function registerOwnRoutes(app: FastifyInstance): Promise<void> {
  // Imported here, because the process of costly calls has to start fast and does not need it.
  const { registerOpenApi } = await import('./openapi.ts')
  await registerOpenApi(app)
  eventStreamRoute(app)
  mailboxRoutes(app)
}

/**
 * The headers of Helmet. They never change, and to compute them again for every request would be half of the cost of a small
 * response, so they are read once from a response that is never sent.
 */
function securityHeaders(config: SecuritySettings): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(helmetOptions(config))(request, response, () => undefined)
  return response.getHeaders() as Record<string, string>
}

const isApiRequest = (url: string): boolean => url.startsWith('/api/') && !url.startsWith('/api/docs')

/** The headers that protect a response that no browser shows as a page. The other headers would add cost to every scan. */
function apiHeaders(secure: Record<string, string>): Record<string, string> {
  const guards = ['strict-transport-security', 'x-content-type-options', 'cross-origin-resource-policy']
  const helmetHeaders = Object.fromEntries(Object.entries(secure).filter(([name]) => guards.includes(name)))
  return { ...helmetHeaders, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
}

/**
 * The styles of the console come from Emotion, which inserts them by script into an empty style element, so the policy contains
 * the hash of an empty string.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

type SecuritySettings = Pick<Config, 'publicUrl' | 'mapStyleUrl'>

function helmetOptions({ publicUrl, mapStyleUrl }: SecuritySettings) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", emptyStyle],
        imgSrc: ["'self'", 'blob:', 'data:'],
        // Sounds that were recorded on this device.
        mediaSrc: ['blob:'],
        fontSrc: ["'self'"],
        // The renderer of maps requests everything with fetch, also images.
        connectSrc: ["'self'", ...(mapStyleUrl ? [new URL(mapStyleUrl).origin] : [])],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        frameSrc: ['blob:', "'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
  }
}
