import Fastify from 'fastify'
import { serveParent } from '#scripts/start/child-process.ts'

/** A bare Fastify route that answers a given number of bytes, in a process of its own as the server is. */
await serveParent(async () => {
  const bare = Fastify()
  const body = JSON.stringify({ text: 'x'.repeat(Number(process.env.BYTES) - '{"text":""}'.length) })
  bare.get('/api/tag/verify', (_, reply) => reply.type('application/json').send(body))
  const url = await bare.listen({ host: '127.0.0.1', port: 0 })
  return { ready: url, close: () => bare.close() }
})
