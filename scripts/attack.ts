import { crossSite } from './attack/cross-site.ts'
import { forwardedFor } from './attack/forwarded-for.ts'
import { knownUnknown } from './attack/known-unknown.ts'
import { type Effort, type Finding, type Probe, Unavailable } from './attack/probe.ts'
import { randomAddresses } from './attack/random-addresses.ts'
import { reads } from './attack/reads.ts'
import { openTarget, type Target } from './attack/target.ts'
import { traversal } from './attack/traversal.ts'
import { uploads } from './attack/uploads.ts'
import { inCounts } from './test/step.ts'

/**
 * `npm run attack` runs every probe against a product of its own, `npm run attack -- NAME…` the named ones, `--quick` those that
 * cost seconds. One line a finding, then the counts; the exit code is 0 only without a failure.
 */
const quick: Record<string, Probe> = {
  traversal,
  'cross-site': crossSite,
  'forwarded-for': forwardedFor,
  'writes-on-reads': reads,
  'random-addresses': randomAddresses,
  uploads,
}
const slow: Record<string, Probe> = {
  'known-unknown': knownUnknown,
}
const all = { ...quick, ...slow }

const words = process.argv.slice(2)
const effort: Effort = words.includes('--quick') ? 'quick' : 'full'
const named = words.filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`No probe ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}
const chosen = named.length > 0 ? named : Object.keys(effort === 'quick' ? quick : all)

process.channel?.unref()
const counts = { passed: 0, failed: 0, skipped: 0 }
const opening = openTarget(effort)
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.once(signal, () => {
    interrupted = true
    void opening.then((target) => target.close()).finally(() => process.exit(1))
  })
}
const target = await opening
try {
  for (const name of chosen) {
    const begun = performance.now()
    for (const line of await findings(all[name]!, target)) {
      console.log(`${line.mark} ${name.padEnd(17)} ${line.text} (${((performance.now() - begun) / 1000).toFixed(0)} s)`)
    }
  }
} finally {
  await target.close()
}
if (!interrupted) console.log(inCounts(counts))
process.exit(counts.failed > 0 ? 1 : 0)

type Line = { mark: string; text: string }

/** A probe that breaks down is a failure: what it wanted to see it did not see. */
async function findings(probe: Probe, target: Target): Promise<Line[]> {
  try {
    return [await probe(target, effort)].flat().map(told)
  } catch (error) {
    if (error instanceof Unavailable) {
      counts.skipped++
      return [{ mark: '–', text: `skipped: ${error.message}` }]
    }
    counts.failed++
    return [{ mark: '✗', text: `broke down: ${(error as Error).stack ?? error}` }]
  }
}

function told({ figure, bound, passed }: Finding): Line {
  counts[passed ? 'passed' : 'failed']++
  return { mark: passed ? '✓' : '✗', text: `${figure}; bound ${bound}: ${passed ? 'pass' : 'fail'}` }
}
