import { setTimeout as pause } from 'node:timers/promises'
import { median } from '#scripts/bench/measure.ts'
import { costlyAttacks } from './floods.ts'
import { openPaced } from './paced.ts'
import type { Finding, Probe } from './probe.ts'
import type { Target } from './target.ts'

/** Calls a second. */
const rate = 200
const rounds = { full: 3, quick: 1 }
const seconds = 3
/** An attack has so long (ms) to reach its full strength. */
const settleMs = 1_000
const bound = 3

/** Shoppers are answered about as fast while others use the costly calls up as while nobody does. */
export const budgets: Probe = async (target, effort) => {
  const attacks = await costlyAttacks(target)
  const shoppers = await openPaced()
  const calls = { url: target.server.url, paths: target.genuine, rate, seconds }
  const findings: Finding[] = []
  try {
    await shoppers.run(calls)
    for (const [name, begin] of Object.entries(attacks)) {
      const turns: { idle: number; under: number; failed: number }[] = []
      let seen: Record<string, number> = {}
      for (let round = 0; round < rounds[effort]; round++) {
        const idle = await shoppers.run(calls)
        const attack = begin()
        await pause(settleMs)
        const under = await shoppers.run(calls)
        seen = await attack.end()
        turns.push({ idle: idle.p95, under: under.p95, failed: under.failed })
        await untilQuiet(target)
      }
      const of = (pick: (turn: (typeof turns)[number]) => number) => median(turns.map(pick))
      const ratio = of(({ idle, under }) => under / idle)
      const ms = `p95 ${of(({ idle }) => idle).toFixed(1)} → ${of(({ under }) => under).toFixed(1)} ms`
      findings.push({
        figure: `${name}: ${ratio.toFixed(1)} × idle (${ms}, ${of(({ failed }) => failed)} not answered; attack ${JSON.stringify(seen)})`,
        bound: `≤ ${bound} × idle`,
        passed: ratio <= bound,
      })
    }
  } finally {
    await shoppers.close()
  }
  return findings
}

const quietMs = 60_000

/** Waits until what an attack left behind is done, since the next idle figure is measured then. */
async function untilQuiet({ server }: Target): Promise<void> {
  const end = Date.now() + quietMs
  for (let quick = 0; quick < 10 && Date.now() < end; await pause(100)) {
    const begun = performance.now()
    await (await fetch(`${server.url}/health/live`)).arrayBuffer()
    quick = performance.now() - begun < 50 ? quick + 1 : 0
  }
}
