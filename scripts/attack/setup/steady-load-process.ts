import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { serveParent } from '#scripts/start/child-process.ts'
import type { SteadyCalls, SteadyResult } from './steady-load.ts'

/** Sends the calls of `steady-load.ts` in a process without other work, so that the cost of an attack does not delay them. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
/** A call without a response, or without status 200, counts as answered after this time. */
const maxMs = 30_000

await serveParent(async () => {
  process.on('message', (calls: SteadyCalls) => void sendSteadily(calls).then((result) => process.send!(result)))
  return {
    ready: true,
    close: async () => agent.destroy(),
  }
})

/** Sends each call at its planned time, whether or not earlier calls are answered. A late start counts as waiting time. */
async function sendSteadily({ url, paths, rate, seconds }: SteadyCalls): Promise<SteadyResult> {
  const startedAt = performance.now()
  const calls: Promise<number>[] = []
  for (let n = 0; n < rate * seconds; n++) {
    const planned = startedAt + (n * 1000) / rate
    const early = planned - performance.now()
    if (early > 0) await pause(early)
    const ended = answered(url + paths[n % paths.length]!)
    calls.push(ended.then((isGood) => (isGood ? performance.now() - planned : maxMs)))
  }
  const waits = (await Promise.all(calls)).sort((a, b) => a - b)
  const at = (share: number) => waits[Math.ceil(waits.length * share) - 1]!
  return { p50: at(0.5), p95: at(0.95), failed: waits.filter((ms) => ms === maxMs).length, sent: waits.length }
}

let callers = 0
/** The next address in its own network. Attacks use none of these networks. */
const nextAddress = () => {
  callers++
  return `${121 + ((callers >> 16) % 5)}.${(callers >> 8) & 255}.${callers & 255}.9`
}

function answered(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = get(url, { agent, timeout: maxMs, headers: { 'x-forwarded-for': nextAddress() } }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.complete && answer.statusCode === 200))
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve(false))
  })
}
