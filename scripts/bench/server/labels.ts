import { setTimeout as pause } from 'node:timers/promises'
import { orderWithCodes } from '#scripts/bench/setup/demo-orders.ts'
import { type BenchEffort, type BenchResult, measureSeconds, median, round } from '#scripts/bench/setup/measure.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { peakMb } from './memory.ts'

const codes = 1_000
const perSheet = 21

/**
 * Duration (s) of a PDF of 1,000 labels on sheets of 21, the peak memory of its process (start included), and the
 * longest wait of another caller meanwhile. Each round has its own process.
 */
export async function labels(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  if (process.platform !== 'linux') throw new Error('labels reads /proc, which this system does not have.')
  const orderId = await orderWithCodes(stage.env, codes)
  const measured: { took: number; beforeMb: number; peakMb: number; waitMs: number; kB: number }[] = []
  for (let turn = 0; turn < rounds; turn++) {
    const web = await stage.start('web')
    const waits = waitsFor(`${web.url}/health/live`)
    const beforeMb = peakMb(web.pid)
    let bytes = 0
    const took = await measureSeconds(async () => {
      bytes = await printed(web.url, orderId)
    })
    const waitMs = await waits.longest()
    measured.push({ took, beforeMb, peakMb: peakMb(web.pid), waitMs, kB: bytes / 1000 })
    await web.stop()
  }
  const middle = (pick: (one: (typeof measured)[number]) => number, digits: number) =>
    round(median(measured.map(pick)), digits)
  return {
    name: 'labels',
    ours: middle(({ took }) => took, 3),
    floor: null,
    ratio: null,
    unit: 's',
    rounds,
    codes,
    peakMb: middle((one) => one.peakMb, 0),
    beforeMb: middle((one) => one.beforeMb, 0),
    longestWaitMs: middle((one) => one.waitMs, 0),
    fileKb: middle((one) => one.kB, 0),
  }
}

/** Fetches the sheets as the demo merchant and checks the number of pages. Returns the bytes. */
async function printed(url: string, orderId: string): Promise<number> {
  const { headers } = await createSignedInClient({ url })
  const answer = await fetch(`${url}/api/label/sheet/${orderId}?sheet=L7160`, { headers })
  if (!answer.ok) throw new Error(`The labels responded with status ${answer.status}.`)
  const file = Buffer.from(await answer.arrayBuffer())
  const pages = file.toString('latin1').match(/\/Type \/Page\n/g)?.length
  if (pages !== Math.ceil(codes / perSheet))
    throw new Error(`${pages} sheets instead of ${Math.ceil(codes / perSheet)}.`)
  return file.length
}

/** Repeats a small request until the longest wait (ms) is read. */
function waitsFor(url: string): { longest(): Promise<number> } {
  let asking = true
  let longest = 0
  const done = (async () => {
    while (asking) {
      const startedAt = performance.now()
      await (await fetch(url)).arrayBuffer()
      longest = Math.max(longest, performance.now() - startedAt)
      await pause(5)
    }
  })()
  return {
    async longest() {
      asking = false
      await done
      return longest
    },
  }
}
