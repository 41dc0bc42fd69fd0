import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { serverPath } from '#shared/core/api/server-paths.ts'

const built = resolve('dist/console')
const earlier = resolve('dist/earlier/assets')
const forever = 'public, max-age=31536000, immutable'

/** No page address has an extension. A browser that asks for a missing script must not get a page. */
const isFile = /^[^?]*\.[a-z0-9]+(\?|$)/i

/**
 * Serves the built console: hashed assets are cached for a year, everything else is revalidated, and every page address gets
 * the page.
 */
export async function registerConsole(app: FastifyInstance, root = built, earlierRoot = earlier): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['**/*.map', '**/*.br'],
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.startsWith(join(root, 'assets')) ? forever : 'no-cache'),
  })
  // Tabs that are still open load the chunks of earlier versions.
  if (existsSync(earlierRoot)) {
    await app.register(fastifyStatic, {
      root: earlierRoot,
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      decorateReply: false,
      schemaHide: true,
      setHeaders: (reply) => void reply.header('cache-control', forever),
    })
  }
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (serverPath.test(request.url) || isFile.test(request.url)) throw new Problem(coreProblems.notFound)
    return reply.sendFile('index.html', root)
  })
}
