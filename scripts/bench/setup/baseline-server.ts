import Fastify from 'fastify'
import { serveParent } from '#scripts/start/child-process.ts'

/** Bare Fastify routes that answer a given number of bytes, or redirect, in a process of its own as the server is. */
await serveParent(async () => {
  const bare = Fastify()
  const { BYTES, LOCATION } = process.env
  const body = JSON.stringify({ text: 'x'.repeat(Math.max(0, Number(BYTES) - '{"text":""}'.length)) })
  bare.get('/api/tag/verify', (_, reply) => reply.type('application/json').send(body))
  if (LOCATION) bare.get('/01/*', (_, reply) => reply.redirect(LOCATION, 307))
  const url = await bare.listen({ host: '127.0.0.1', port: 0 })
  return { ready: url, close: () => bare.close() }
})
