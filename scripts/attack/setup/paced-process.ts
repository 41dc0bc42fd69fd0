import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { serveParent } from '#scripts/start/child-process.ts'
import type { PacedCalls, PacedResult } from './paced.ts'

/** The shoppers of `paced.ts`, in a process that does nothing else: what an attack costs its sender delays no clock here. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
/** What is not answered by then, or not with 200, counts as answered then. */
const longestMs = 30_000

await serveParent(async () => {
  process.on('message', (calls: PacedCalls) => void paced(calls).then((result) => process.send!(result)))
  return {
    ready: true,
    close: async () => agent.destroy(),
  }
})

/** Sends each call at its planned time, whether or not earlier ones are answered; a late start counts as waiting. */
async function paced({ url, paths, rate, seconds }: PacedCalls): Promise<PacedResult> {
  const begun = performance.now()
  const calls: Promise<number>[] = []
  for (let n = 0; n < rate * seconds; n++) {
    const planned = begun + (n * 1000) / rate
    const early = planned - performance.now()
    if (early > 0) await pause(early)
    const ended = answered(url + paths[n % paths.length]!)
    calls.push(ended.then((isGood) => (isGood ? performance.now() - planned : longestMs)))
  }
  const waits = (await Promise.all(calls)).sort((a, b) => a - b)
  const at = (share: number) => waits[Math.ceil(waits.length * share) - 1]!
  return { p50: at(0.5), p95: at(0.95), failed: waits.filter((ms) => ms === longestMs).length, sent: waits.length }
}

let callers = 0
/** The next address in a network of its own, none of which an attack calls from. */
const nextAddress = () => {
  callers++
  return `${121 + ((callers >> 16) % 5)}.${(callers >> 8) & 255}.${callers & 255}.9`
}

function answered(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = get(url, { agent, timeout: longestMs, headers: { 'x-forwarded-for': nextAddress() } }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.complete && answer.statusCode === 200))
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve(false))
  })
}
