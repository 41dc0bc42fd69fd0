import pg from 'pg'
import { type BenchEffort, type BenchResult, measureSeconds, round } from '#scripts/bench/setup/measure.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import { tableBytes } from '#scripts/bench/setup/table-bytes.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { withDatabaseName } from '#server/core/test/database/run-statement.ts'
import { type BenchMerchant, fillAudit, fillCatalogue } from './fill-catalogue.ts'
import { anchorBatches, type Connections, fillCodes } from './fill-codes.ts'
import { fillScans, scanTables } from './fill-scans.ts'
import { batchCodes, batchesOf, type GrowthSize } from './layout.ts'
import { type ListTimes, measureLists } from './lists.ts'
import { keepRuns, measureMerge } from './merge.ts'
import { measureVerify } from './verify-load.ts'

/** The targets of this benchmark: a minimum or a maximum. */
const growthTargets = {
  randomRatio: { least: 0.12 },
  recentRatio: { least: 0.18 },
  p99OverP50: { most: 10 },
  msListFirst: { most: 50 },
  msListLast: { most: 100 },
  walPerScanRecent: { most: 600 },
  walPerScanRandom: { most: 2_500 },
  bytesPerCode: { most: 420 },
  bytesPerScan: { most: 220 },
} as const satisfies Record<string, { least: number } | { most: number }>

type GrowthFigures = Record<keyof typeof growthTargets, number>

/** One line for each target: the figure, its bound, and whether it is reached. */
function comparedWithTargets(figures: GrowthFigures): { name: string; text: string; isReached: boolean }[] {
  return Object.entries(growthTargets).map(([name, bound]) => {
    const figure = figures[name as keyof GrowthFigures]
    const isReached = 'least' in bound ? figure >= bound.least : figure <= bound.most
    const wanted = 'least' in bound ? `≥ ${bound.least}` : `≤ ${bound.most}`
    return { name, isReached, text: `${name} ${figure} (${wanted}): ${isReached ? 'reached' : 'missed'}` }
  })
}

const recentBatches = 2_000
const administrator = 'growth@assay.example'
/** One action in the audit trail for this many codes. */
const codesPerAuditEntry = 100
/** Seconds of load before the first measurement: V8 compiles for about six. */
const warmUp = 8
const warmedUp = 2
const codeTables = ['code', 'activation', 'anchor_commitment']

/** Verify, lists and sizes on a database with many codes in many batches, and as many scans. */
export async function growth(stage: TestSystem, { rounds, duration, grown: codes }: BenchEffort): Promise<BenchResult> {
  const size: GrowthSize = { codes, scans: codes }
  return stage.scratch(async (scratch) => {
    const { superuser, databaseUrl, services } = scratch
    const scratchUrl = withDatabaseName(stage.superuserUrl, new URL(databaseUrl).pathname.slice(1))
    const built = { codes: 0, scans: 0, vacuum: 0 }
    let owners: BenchMerchant[] = []
    let addresses: Buffer = Buffer.alloc(0)
    built.codes = await measureSeconds(async () => {
      owners = await fillCatalogue(superuser)
      addresses = await withConnections(scratchUrl, (connections) => fillCodes(connections, owners, size))
      await anchorBatches(services, superuser)
      await fillAudit(superuser, administrator, Math.round(size.codes / codesPerAuditEntry))
    })
    built.scans = await measureSeconds(() => fillScans(superuser, owners, addresses, size))
    built.vacuum = await measureSeconds(() => superuser.query('vacuum analyze'))
    const bytesPerCode = (await tableBytes(scratch.superuser, codeTables)) / (addresses.length / 16)
    const bytesPerScan = (await tableBytes(scratch.superuser, scanTables)) / size.scans

    console.error(
      `growth: built in ${Object.entries(built)
        .map(([part, seconds]) => `${part} ${round(seconds, 1)} s`)
        .join(', ')}`,
    )

    const web = await stage.start('web', databaseUrl)
    const load = { url: web.url, databaseUrl, superuser, addresses, codeKey: services.config.codeKey, rounds, duration }
    await keepRuns(services)
    const random = await measureVerify({ ...load, fromBatch: 0, warmUp })
    console.error(`growth: random ${JSON.stringify(random)}`)
    const fromBatch = Math.max(0, batchesOf(size) - recentBatches)
    await keepRuns(services)
    const recent = await measureVerify({ ...load, fromBatch, warmUp: warmedUp })
    const callers = {
      url: web.url,
      merchant: await createSignedInClient(web),
      administrator: await createSignedInClient(web, administrator),
    }
    const lists = await measureLists(callers, owners[0]!, size)
    await web.stop()
    const merge = await measureMerge(services, superuser)
    console.error(`growth: merge ${JSON.stringify(merge)}`)
    console.error(`growth: lists in ms ${JSON.stringify(lists)}`)

    const figures: GrowthFigures = {
      randomRatio: round(random.ours / random.floor),
      recentRatio: round(recent.ours / recent.floor),
      p99OverP50: round(random.msP99 / random.msP50, 1),
      msListFirst: Math.max(...Object.values(lists.first)),
      msListLast: Math.max(...Object.values(lists.last)),
      walPerScanRecent: round(recent.walPerScan, 0),
      walPerScanRandom: round(random.walPerScan, 0),
      bytesPerCode: round(bytesPerCode, 1),
      bytesPerScan: round(bytesPerScan, 1),
    }
    const compared = comparedWithTargets(figures)
    for (const { text } of compared) console.error(text)
    return {
      name: 'growth',
      ours: round(random.ours, 0),
      floor: round(random.floor, 0),
      ratio: figures.randomRatio,
      unit: 'answers/s',
      rounds,
      ...figures,
      missed: compared
        .filter(({ isReached }) => !isReached)
        .map(({ name }) => name)
        .join(' '),
      walPerScanMerge: merge.walPerCode,
      secondsMerge: merge.seconds,
      recentPerSecond: round(recent.ours, 0),
      msP50: round(random.msP50, 1),
      msP99: round(random.msP99, 1),
      codes: addresses.length / 16,
      batches: addresses.length / 16 / batchCodes,
      scans: size.scans,
      secondsCodes: round(built.codes, 1),
      secondsScans: round(built.scans, 1),
      secondsVacuum: round(built.vacuum, 1),
      ...named(lists),
    }
  })
}

async function withConnections<T>(url: string, run: (connections: Connections) => Promise<T>): Promise<T> {
  const open = () => new pg.Client({ connectionString: url })
  const connections: Connections = { codes: open(), activations: open(), trees: open(), batches: open() }
  const all = Object.values(connections)
  try {
    await Promise.all(all.map((client) => client.connect()))
    return await run(connections)
  } finally {
    await Promise.all(all.map((client) => client.end()))
  }
}

const named = ({ first, last }: ListTimes): Record<string, number> => ({
  ...Object.fromEntries(Object.entries(first).map(([name, ms]) => [`first ${name}`, ms])),
  ...Object.fromEntries(Object.entries(last).map(([name, ms]) => [`last ${name}`, ms])),
})
