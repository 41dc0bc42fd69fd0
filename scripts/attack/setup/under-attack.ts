import { setTimeout as pause } from 'node:timers/promises'
import { median } from '#scripts/bench/setup/measure.ts'
import type { Flood } from './flood.ts'
import type { Effort, ProbeFinding } from './probe.ts'
import { type SteadyResult, startSteadyLoad } from './steady-load.ts'
import type { Target } from './target.ts'

export type Attacks = Record<string, () => Flood>

/** Number of windows that are measured during each attack, and their length (s). */
const windows = { full: 3, quick: 1 }
const seconds = 3
/** Time (ms) for an attack to reach its full strength. */
const settleMs = 1_000
const bound = 3

/**
 * Compares the response times of shoppers, `rate` scans a second, under each attack and idle. One idle window precedes each
 * attack. The median of all idle windows is the idle value, since single windows differ by a factor of two.
 */
export async function compareUnderAttack(
  target: Target,
  attacks: Attacks,
  { rate, effort }: { rate: number; effort: Effort },
): Promise<ProbeFinding[]> {
  const shoppers = await startSteadyLoad()
  const calls = { url: target.server.url, paths: target.genuine, rate, seconds }
  const idle: number[] = []
  const seen: { name: string; under: SteadyResult[]; counts: Record<string, number> }[] = []
  try {
    await shoppers.run(calls)
    for (const [name, begin] of Object.entries(attacks)) {
      idle.push((await shoppers.run(calls)).p95)
      const attack = begin()
      await pause(settleMs)
      const under: SteadyResult[] = []
      while (under.length < windows[effort]) under.push(await shoppers.run(calls))
      seen.push({ name, under, counts: await attack.end() })
      await waitUntilIdle(target)
    }
  } finally {
    await shoppers.close()
  }
  const idleMs = median(idle)
  return seen.map(({ name, under, counts }) => {
    const underMs = median(under.map(({ p95 }) => p95))
    const lost = under.reduce((sum, { failed }) => sum + failed, 0)
    const ms = `p95 ${idleMs.toFixed(1)} → ${underMs.toFixed(1)} ms`
    return {
      figure: `${name}: ${(underMs / idleMs).toFixed(1)} × idle (${ms}, ${lost} not answered; attack ${JSON.stringify(counts)})`,
      bound: `≤ ${bound} × idle`,
      passed: underMs / idleMs <= bound && lost === 0,
    }
  })
}

const quietMs = 60_000

/** Waits until the server has finished the work of an attack, because the next idle window follows. */
async function waitUntilIdle({ server }: Target): Promise<void> {
  const end = Date.now() + quietMs
  for (let quick = 0; quick < 10 && Date.now() < end; await pause(100)) {
    const startedAt = performance.now()
    await (await fetch(`${server.url}/health/live`)).arrayBuffer()
    quick = performance.now() - startedAt < 50 ? quick + 1 : 0
  }
}
