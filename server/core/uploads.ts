import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { limits } from '#shared/core/limits.ts'

/** Routes that take files. The parser listens to every call of its scope, so it stays with these. */
export function withUploads(app: FastifyInstance, ...routes: ((scope: FastifyInstance) => void)[]): void {
  app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      limits: { files: 1, parts: 20, fields: 10, fieldSize: 64 * 1024, fileSize: limits.mediaBytes },
    })
    for (const mount of routes) mount(scope)
  })
}
