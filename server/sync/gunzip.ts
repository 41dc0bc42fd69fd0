import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/problem.ts'

/** Takes compressed bodies. The body limit counts the bytes that come out, so a small bomb stops at it. */
export function acceptGzip(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') return payload
    if (encoding !== 'gzip') throw new Problem(coreProblems.invalid)
    const plain = Object.assign(createGunzip(), { receivedEncodedLength: 0 })
    payload.on('data', (chunk: Buffer) => {
      plain.receivedEncodedLength += chunk.length
    })
    payload.on('error', (error) => plain.destroy(error))
    return payload.pipe(plain)
  })
}
