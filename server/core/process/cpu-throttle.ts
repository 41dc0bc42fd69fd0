import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** Time between two rests (ms). */
const intervalMs = 10
/** The length of a rest, as a factor of the work before it, and its maximum (ms). */
const [rest, maxRestMs] = [2, 500]

/**
 * Makes this process rest while it answers more than one call: a fully used processor delays urgent work of other processes at
 * any priority. A single call is answered without rests.
 */
export function throttleCpuWhileBusy(app: FastifyInstance): void {
  let open = 0
  app.addHook('onRequest', (_, reply, done) => {
    open++
    reply.raw.once('close', () => {
      open--
    })
    done()
  })
  const clock = new Int32Array(new SharedArrayBuffer(4))
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { active } = performance.eventLoopUtilization(before)
    if (open > 1) Atomics.wait(clock, 0, 0, Math.min(active * rest, maxRestMs))
    before = performance.eventLoopUtilization()
  }, intervalMs)
  app.addHook('onClose', async () => clearInterval(timer))
}
