import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { createJsonLimitCheck } from './json-limits.ts'
import { readBody } from './read-body.ts'

/** Reads every JSON body, compressed or not: checks the number of bytes, the depth and the number of values, then parses it. */
export function registerJsonBodyParser(app: FastifyInstance): void {
  const parse = jsonParserOf(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest) =>
    parse(request, await parseBody(request, createJsonLimitCheck(request.routeOptions.bodyLimit))),
  )
}

/**
 * Parses JSON that arrived as a file, with the same checks as a body of `limit` bytes. The pieces are checked one by one,
 * because the check of a large text would delay other calls.
 */
export async function parseJsonFile(request: FastifyRequest, content: Readable, limit: number): Promise<unknown> {
  const check = createJsonLimitCheck(limit)
  const pieces: Buffer[] = []
  for await (const piece of content) {
    check(piece)
    pieces.push(piece)
  }
  return jsonParserOf(request.server)(request, Buffer.concat(pieces))
}

function jsonParserOf(app: FastifyInstance): (request: FastifyRequest, json: Buffer) => Promise<unknown> {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, json) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    parse(request, json.toString(), (error, value) => (error ? reject(error) : resolve(value)))
    return promise
  }
}

/** Passes the bytes on unchanged, for routes that receive pieces of files. */
export function registerBinaryBodyParser(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (request: FastifyRequest) => parseBody(request))
}

/** Accepts forms without their values, for routes that need none. */
export function registerFormBodyParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    async (request: FastifyRequest) => void (await parseBody(request)),
  )
}

/** Reads the decompressed bytes of a body, up to the limit of the route. */
async function parseBody(
  { raw, headers, routeOptions, incomingBody }: FastifyRequest,
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
    ...(incomingBody && { aborted: incomingBody.aborted }),
  })
}
