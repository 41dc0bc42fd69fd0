import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** Time between two rests. */
const workMs = 10
/** A rest is this many times as long as the work before it. */
const restFactor = 2
const maxRestMs = 500

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
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { active } = performance.eventLoopUtilization(before)
    if (open > 1) sleep(Math.min(active * restFactor, maxRestMs))
    before = performance.eventLoopUtilization()
  }, workMs)
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Nobody changes the value that is waited for. A timer would let other callbacks of this process work meanwhile. */
const unchanged = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number): void => void Atomics.wait(unchanged, 0, 0, ms)
