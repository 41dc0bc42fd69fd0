import { coldStart } from './bench/browser/cold-start.ts'
import { insightsPage } from './bench/browser/insights-page.ts'
import { openList } from './bench/browser/open-list.ts'
import { readingsChart } from './bench/browser/readings-chart.ts'
import { unsentList } from './bench/browser/unsent-list.ts'
import { verifyPage } from './bench/browser/verify-page.ts'
import { growth } from './bench/growth/growth.ts'
import { activation } from './bench/server/activation.ts'
import { anchoring } from './bench/server/anchoring.ts'
import { bulkImport } from './bench/server/bulk-import.ts'
import { credit } from './bench/server/credit.ts'
import { generation } from './bench/server/generation.ts'
import { insights } from './bench/server/insights.ts'
import { labels } from './bench/server/labels.ts'
import { log } from './bench/server/log.ts'
import { memory } from './bench/server/memory.ts'
import { patternJob } from './bench/server/patterns.ts'
import { proofs } from './bench/server/proofs.ts'
import { readings } from './bench/server/readings.ts'
import { resolver } from './bench/server/resolver.ts'
import { tablePage } from './bench/server/table-page.ts'
import { taps } from './bench/server/taps.ts'
import { verdict } from './bench/server/verdict.ts'
import { verify, verifyHttp } from './bench/server/verify.ts'
import { webhooks } from './bench/server/webhooks.ts'
import type { BenchEffort, BenchResult } from './bench/setup/measure.ts'
import { startTestSystem, type TestSystem } from './bench/setup/test-system.ts'
import { syncActivate } from './bench/sync/activate.ts'
import { enqueueRecords } from './bench/sync/enqueue.ts'
import { syncPush } from './bench/sync/push.ts'
import { syncUpload } from './bench/sync/upload.ts'

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- --quick NAME…` the named ones with the least effort, and
 * `--worker` runs a worker beside them. Prints one JSON line each.
 */
const benches: Record<string, (stage: TestSystem, effort: BenchEffort) => Promise<BenchResult>> = {
  proofs,
  generation,
  activation,
  anchoring,
  log,
  verify,
  'verify-http': verifyHttp,
  taps,
  resolver,
  credit,
  'verify-page': verifyPage,
  'sync-push': syncPush,
  'sync-activate': syncActivate,
  labels,
  verdict,
  'bulk-import': bulkImport,
  'table-page': tablePage,
  'sync-drain': syncUpload,
  capture: enqueueRecords,
  open: openList,
  'cold-start': coldStart,
  'unsent-list': unsentList,
  memory,
  readings,
  insights,
  patterns: patternJob,
  webhooks,
  'insights-page': insightsPage,
  'readings-chart': readingsChart,
  growth,
}
const efforts = {
  full: { rounds: 5, duration: 3, codes: 1_000_000, scanned: 90_000, grown: 10_000_000 },
  quick: { rounds: 3, duration: 2, codes: 200_000, scanned: 30_000, grown: 1_000_000 },
} satisfies Record<string, BenchEffort>

const words = process.argv.slice(2)
const effort = words.includes('--quick') ? efforts.quick : efforts.full
const named = words.filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !benches[name])
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

process.channel?.unref()
// The standard output contains results only, because readers parse each line of it as JSON.
console.log = console.error
const opening = startTestSystem()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.once(signal, () => {
    interrupted = true
    void opening.then((stage) => stage.close()).finally(() => process.exit(1))
  })
}
const stage = await opening
try {
  // Its jobs, such as the sums of scans, run beside each benchmark.
  if (words.includes('--worker')) await stage.start('worker')
  for (const name of named.length > 0 ? named : Object.keys(benches)) {
    const result = await benches[name]!(stage, effort)
    process.stdout.write(`${JSON.stringify(result)}\n`)
  }
} catch (error) {
  // A running benchmark fails when its database and servers end.
  if (!interrupted) console.error(error)
  process.exitCode = 1
} finally {
  await stage.close()
}
process.exit()
