import cluster from 'node:cluster'
import { once } from 'node:events'
import Fastify from 'fastify'
import { serveParent } from '#scripts/start/children.ts'
import { freePort } from '#scripts/start/ports.ts'

/** A bare Fastify route that answers a given number of bytes, in processes of its own as the server is. */
async function serve(port: number) {
  const bare = Fastify()
  const body = JSON.stringify({ text: 'x'.repeat(Number(process.env.BYTES) - '{"text":""}'.length) })
  bare.get('/api/tag/verify', (_, reply) => reply.type('application/json').send(body))
  const url = await bare.listen({ host: '127.0.0.1', port })
  return { ready: url, close: () => bare.close() }
}

async function serveInProcesses(count: number) {
  const port = await freePort()
  for (let n = 0; n < count; n++) {
    cluster.fork({ PORT: String(port) })
    await once(cluster, 'listening')
  }
  return { ready: `http://127.0.0.1:${port}`, close: async () => cluster.disconnect() }
}

if (cluster.isPrimary) await serveParent(() => serveInProcesses(Number(process.env.PROCESSES)))
else await serve(Number(process.env.PORT))
