import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { derivedKey } from '#server/core/auth/derived-key.ts'
import { assertSameSite } from '#server/core/auth/same-site.ts'
import { limits } from '#shared/core/limits/limits.ts'

type Mount = (scope: FastifyInstance) => void

// Both plugins add hooks to every call of their scope, so scans are outside of it.

/** Routes that read or set cookies. Only pages of this origin can call them. */
export function withCookies(app: FastifyInstance, ...routes: Mount[]): void {
  app.register(async (scope) => {
    await scope.register(fastifyCookie, { secret: derivedKey(app.assay.config, 'cookies') })
    scope.addHook('onRequest', async (request) => assertSameSite(request, app.assay.config))
    for (const mount of routes) mount(scope)
  })
}

/** Routes that receive files. */
export function withUploads(app: FastifyInstance, ...routes: Mount[]): void {
  app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      limits: { files: 1, parts: 20, fields: 10, fieldSize: 64 * 1024, fileSize: limits.mediaBytes },
    })
    for (const mount of routes) mount(scope)
  })
}
