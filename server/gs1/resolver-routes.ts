import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitReads } from '#server/core/limits/rate-limit.ts'
import { createResolver, description } from './service.ts'

/** Answers per minute for one IP address: a till asks once for each item. */
const answersPerMinute = 1200

/** The resolver of GS1 Digital Links without a key. Those with one are pages of codes. */
export function registerResolver(app: FastifyInstance): void {
  const resolver = createResolver(app.assay)
  const count = limitReads(app, 'resolver', answersPerMinute)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    await count(request)
    return resolver.resolve(pathOf(request), request, reply)
  }
  for (const path of ['/01', '/01/*']) app.route({ method: ['GET', 'OPTIONS'], url: path, handler: answer })
  app.options('/:key/01/*', async (request, reply) => {
    await count(request)
    return resolver.resolve(withoutKey(pathOf(request)), request, reply)
  })
  app.get('/.well-known/gs1resolver', (request, reply) =>
    reply.header('access-control-allow-origin', '*').send(description(resolver.originOf(request))),
  )
}

const pathOf = ({ originalUrl }: FastifyRequest): string => originalUrl.split('?', 1)[0]!
const withoutKey = (path: string): string => path.slice(path.indexOf('/01/'))
