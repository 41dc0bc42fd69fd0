import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/core/services.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { challengePath } from '#shared/core/host/brand-host.ts'
import type { BrandHost } from './brand-hosts.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyRequest {
    /** The custom domain at which the request arrived; undefined on the host of the installation. */
    brand: BrandHost | undefined
  }
}

/** The pages of codes and products, and what these load. */
const servedPages = [
  /^\/[Vv](\/|$)/,
  /^\/verify(\/(?!preview)|$|\.html$)/,
  /^\/verify-assets\//,
  /^\/01(\/|$)/,
  /^\/[^/]+\/01\//,
  /^\/dpp\/01\//,
  /^\/\.well-known\/gs1resolver$/,
  /^\/robots\.txt$/,
]
/** The calls of these pages, which need no session. */
const servedCalls = [
  /^\/api\/tag\/(customization|open|owner|owner\/transfer|redirect|seen|verify)$/,
  /^\/api\/proof\//,
  /^\/api\/files\//,
  /^\/api\/logistic\/(accessToken|arrived|endSensorLogging)$/,
]

/** Whether a custom domain serves a path. Everything else, above all the console and its calls, has one host. */
export const isServedAtBrands = (path: string): boolean =>
  path === challengePath || [...servedPages, ...servedCalls].some((pattern) => pattern.test(path))

/** What a request to a custom domain gets: a page or call that it serves, a page elsewhere, or nothing. */
function answerAt(
  { url, originalUrl, method }: FastifyRequest,
  publicUrl: string,
): 'served' | 'missing' | { page: string; status: number } {
  // As the router reads it, with what programs add to a printed link.
  const path = url.split('?', 1)[0]!
  if (isServedAtBrands(path)) return 'served'
  if (path === '/') return { page: '/verify', status: 303 }
  const isPage = (method === 'GET' || method === 'HEAD') && originalUrl.startsWith('/') && !path.startsWith('/api/')
  return isPage ? { page: publicUrl + originalUrl, status: 307 } : 'missing'
}

/**
 * Lets custom domains serve only the pages of codes. Other pages lead to the host of the installation, so that people sign in at one
 * address only; other calls do not exist.
 */
export function registerBrandHosts(
  app: FastifyInstance,
  { brandHosts, config }: Pick<Services, 'brandHosts' | 'config'>,
): void {
  app.decorateRequest('brand', undefined)

  function meet(brand: BrandHost, request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    request.brand = brand
    const answer = answerAt(request, config.publicUrl)
    if (answer === 'served') done()
    else if (answer === 'missing') done(new Problem(coreProblems.notFound))
    else reply.header('cache-control', 'no-store').redirect(answer.page, answer.status)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const found = brandHosts.find(request.raw.headers.host)
    if (found === undefined) done()
    else if (found instanceof Promise)
      found.then((brand) => {
        if (brand) meet(brand, request, reply, done)
        else done()
      }, done)
    else meet(found, request, reply, done)
  })
}
