import { randomBytes } from 'node:crypto'
import { median } from '#scripts/bench/measure.ts'
import { atMost, type Probe } from './probe.ts'

const turns = 600
const boundMs = 5

/** How long an answer takes does not tell whether a code exists: medians of calls that take turns. */
export const knownUnknown: Probe = async ({ call, genuine }) => {
  const ways = {
    genuine: (turn: number) => genuine[turn % genuine.length]!,
    wrongSecret: (turn: number) => genuine[turn % genuine.length]!.replace(/p=.*$/, 'p=0000000000000000'),
    unknown: () => `/api/tag/verify?a=${randomBytes(16).toString('hex')}&p=0000000000000000`,
  }
  const times = { genuine: [] as number[], wrongSecret: [] as number[], unknown: [] as number[] }
  for (let turn = -50; turn < turns; turn++) {
    for (const name of Object.keys(ways) as (keyof typeof ways)[]) {
      const path = ways[name](turn + 50)
      const begun = performance.now()
      const answer = await call(path)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
      if (turn >= 0) times[name].push(performance.now() - begun)
    }
  }
  const unknown = median(times.unknown)
  return [
    atMost(Math.abs(median(times.genuine) - unknown), boundMs, 'ms', 'genuine and unknown codes apart '),
    atMost(Math.abs(median(times.wrongSecret) - unknown), boundMs, 'ms', 'wrong secrets and unknown codes apart '),
  ]
}
