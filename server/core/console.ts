import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/problem.ts'

const built = resolve('dist/console')
const notPages = /^\/(api|v|verify|health|mailbox|assets)(\/|\.|$)/i

/** The built console: hashed assets for a year, everything else revalidated, and its page for every page address. */
export async function registerConsole(app: FastifyInstance, root = built): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['**/*.map'],
    cacheControl: false,
    schemaHide: true,
    setHeaders(reply, path) {
      const immutable = path.startsWith(join(root, 'assets'))
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (notPages.test(request.url.split('?')[0]!)) throw new Problem(coreProblems.notFound)
    return reply.sendFile('index.html', root)
  })
}
