import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

const transform = createJsonSchemaTransform({ skipList: [] })

/** The documentation of all calls at /api/docs, generated from the contracts. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Assay', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform,
    // Adds the named schemas to which the calls refer.
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}
