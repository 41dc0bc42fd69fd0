import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { derivedKey } from '#server/core/auth/derived-key.ts'
import { assertSameSite } from '#server/core/auth/same-site.ts'
import { registerMultipart } from '#server/core/request-body/multipart.ts'

type RegisterRoutes = (app: FastifyInstance) => void

// The plugin for cookies adds hooks to every call of its scope, so scans are outside of it.

/** Routes that read or set cookies. Only pages of this origin can call them. */
export function withCookies(register: RegisterRoutes): RegisterRoutes {
  return (app) =>
    app.register(async (scope) => {
      await scope.register(fastifyCookie, { secret: derivedKey(app.assay.config, 'cookies') })
      scope.addHook('onRequest', async (request) => assertSameSite(request, app.assay.config))
      register(scope)
    })
}

/** Routes that receive files. */
export function withUploads<All>(
  register: (app: FastifyInstance, all: All) => void,
): (app: FastifyInstance, all: All) => void {
  return (app, all) =>
    app.register(async (scope) => {
      registerMultipart(scope)
      register(scope, all)
    })
}
