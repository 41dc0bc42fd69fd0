import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { queuedOrder } from '#scripts/bench/setup/demo-orders.ts'
import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { demoHeader } from '#server/core/auth/callers.ts'
import { loadConfig } from '#server/core/config.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import type { Job } from '#server/core/jobs/job-queue.ts'
import { openServices } from '#server/core/services.ts'
import { generateCodes } from '#server/order/jobs.ts'
import { codeOrder } from '#server/order/table.ts'

const timeoutMs = 300_000

/**
 * Maximum memory in MB of any process of the server (its peak resident set, start included) while the worker generates an order
 * and the web process sends its codes as CSV. Each round has processes of its own.
 */
export async function memory(stage: TestSystem, { rounds, codes }: BenchEffort): Promise<BenchResult> {
  if (process.platform !== 'linux') throw new Error('memory reads /proc, which this system does not have.')
  const peaks: { web: number; worker: number }[] = []
  for (let turn = 0; turn < rounds; turn++) {
    const [web, worker] = await Promise.all([stage.start('web'), stage.start('worker')])
    await download(web.url, await generated(stage, codes), codes)
    peaks.push({ web: peakMb(web.pid), worker: peakMb(worker.pid) })
    await Promise.all([web.stop(), worker.stop()])
  }
  return {
    name: 'memory',
    ours: round(median(peaks.map(({ web, worker }) => Math.max(web, worker))), 0),
    floor: null,
    ratio: null,
    unit: 'MB',
    rounds,
    codes,
    webMb: round(median(peaks.map(({ web }) => web)), 0),
    workerMb: round(median(peaks.map(({ worker }) => worker)), 0),
  }
}

/** Queues an order and waits until the worker has written all its codes. Returns its id. */
async function generated(stage: TestSystem, quantity: number): Promise<string> {
  const services = await openServices(loadConfig(stage.env))
  try {
    await services.jobs.start([generateCodes as Job])
    const orderId = await queuedOrder(services, quantity)
    await services.db.system((tx) => services.jobs.send(tx, generateCodes, { orderId }))
    for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(200)) {
      const [order] = await services.db.read.select().from(codeOrder).where(eq(codeOrder.id, orderId))
      if (order!.state === 'done') return orderId
    }
    throw new Error(`The worker did not write ${quantity} codes within ${timeoutMs / 1000} s.`)
  } finally {
    await services.close()
  }
}

/** Reads the CSV as the demo merchant and counts its lines. */
async function download(url: string, orderId: string, codes: number): Promise<void> {
  const answer = await fetch(`${url}/api/tag/download/${orderId}?serial=true`, { headers: { [demoHeader]: '1' } })
  if (!answer.ok || !answer.body) throw new Error(`The download responded with status ${answer.status}.`)
  let lines = 0
  for await (const piece of answer.body) for (const byte of piece) if (byte === 10) lines++
  if (lines !== codes + 1) throw new Error(`The download has ${lines} lines instead of ${codes + 1}.`)
}

/** Peak memory of a process in MB (Linux). */
export function peakMb(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kib) * 1024) / 1e6
}
