import type { FastifyInstance, FastifyRequest } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { createJsonLimitCheck } from './json-limits.ts'
import { readBody } from './read-body.ts'

/** How every JSON body is read, gzip or not: bounded in bytes, then in depth and number of values, then parsed. */
export function registerJsonBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const json = await parseBody(request, createJsonLimitCheck(request.routeOptions.bodyLimit))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    parse(request, json.toString(), (error, value) => (error ? reject(error) : resolve(value)))
    return promise
  })
}

/** Bytes as they are, for routes that take pieces of files. */
export function registerBinaryBodyParser(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (request: FastifyRequest) => parseBody(request))
}

/** The bytes of a body, decompressed, at most as many as the route allows. */
async function parseBody(
  { raw, headers, routeOptions, intake }: FastifyRequest,
  check?: (piece: Buffer) => void,
): Promise<Buffer> {
  const encoding = headers['content-encoding'] ?? 'identity'
  const limit = routeOptions.bodyLimit
  if (encoding !== 'identity' && encoding !== 'gzip') throw new Problem(coreProblems.encoding)
  if (Number(headers['content-length']) > limit) throw new Problem(coreProblems.tooLarge)
  return readBody(raw, {
    limit,
    gzip: encoding === 'gzip',
    ...(check && { check }),
    ...(intake && { refused: intake.refused }),
  })
}
