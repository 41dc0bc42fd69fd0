import { setImmediate as nextTurn } from 'node:timers/promises'
import fastifySwagger, { type FastifyDynamicSwaggerOptions, type SwaggerTransform } from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { callers } from '#server/core/auth/callers.ts'

const described = callers.flatMap(({ described }) => described ?? [])

const openapi: NonNullable<FastifyDynamicSwaggerOptions['openapi']> = {
  openapi: '3.1.0',
  info: { title: 'Assay', version: '1' },
  components: { securitySchemes: Object.fromEntries(described.map(({ name, scheme }) => [name, scheme])) },
}

const zodToJsonSchema = createJsonSchemaTransform({ skipList: [] })

/**
 * The documentation of all calls at /api/docs, generated from the contracts when it is first read. All schemas together take half
 * a second of processor time, so each is converted in a turn of the event loop of its own: scans are answered between them.
 */
export async function registerOpenApi(app: FastifyInstance, convert = zodToJsonSchema): Promise<void> {
  const converted = new Map<unknown, ReturnType<SwaggerTransform>>()
  const transform: SwaggerTransform = (route) => converted.get(route.schema) ?? convert(route)
  await app.register(fastifySwagger, {
    openapi,
    transform,
    // Adds the named schemas to which the calls refer.
    transformObject: jsonSchemaTransformObject,
  })

  const convertAll = async () => {
    for (const route of app.routes) {
      const { schema, url } = route
      if (!schema || schema.hide || converted.has(schema)) continue
      converted.set(schema, convert({ schema, url, route, openapiObject: openapi }))
      await nextTurn()
    }
  }
  let conversion: Promise<void> | undefined
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiHooks: {
      async preHandler({ routeOptions: { url } }, reply) {
        // JSON is also YAML; the text in another style takes a second of processor time.
        if (url === '/api/docs/yaml') return reply.redirect('/api/docs/json')
        if (url !== '/api/docs/json') return
        conversion ??= convertAll()
        await conversion
      },
    },
  })
}
