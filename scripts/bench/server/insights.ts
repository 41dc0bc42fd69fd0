import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createApi, type Send, urlOf } from '#client/core/http/api.ts'
import { type BenchEffort, type BenchResult, measureSeconds, round } from '#scripts/bench/setup/measure.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import { tableBytes } from '#scripts/bench/setup/table-bytes.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import type { Services } from '#server/core/services.ts'
import { sumScans } from '#server/insights/jobs.ts'
import { rebuildSums } from '#server/insights/service.ts'
import { type InsightsQuery, insightsContract, locationLabel } from '#shared/insights/contract.ts'
import { type FilledMerchant, fillInsights } from './fill-insights.ts'

const days = { '1w': 7, '1m': 30, '1y': 365 } as const
/** Calls of each kind: a merchant may read the screen 120 times a minute. */
const calls = 24
const scansPerSecond = 5_000
const piecesPerSecond = 10
const lagSeconds = 20
const settleSeconds = 8
const sumTables = ['scan_day', 'scan_place_month']

/**
 * The 95th percentile of the whole response of `GET /insights` over HTTP, for the merchant with most scans, in milliseconds; how
 * many seconds the sums are behind while 5,000 scans a second are stored; and bytes on disk of a scan.
 */
export async function insights(stage: TestSystem, { grown: scans }: BenchEffort): Promise<BenchResult> {
  return stage.scratch(async ({ superuser, databaseUrl, services }) => {
    let merchants: FilledMerchant[] = []
    const built = {
      scans: await measureSeconds(async () => {
        merchants = await fillInsights(superuser, scans)
      }),
      sums: await measureSeconds(() => rebuildSums(services.db)),
      vacuum: await measureSeconds(() => superuser.query('vacuum analyze')),
    }
    console.error(`insights: built in seconds ${JSON.stringify(built)}`)
    const bytesRaw = (await tableBytes(superuser, ['scan'])) / scans
    const bytesSums = (await tableBytes(superuser, sumTables)) / scans
    const web = await stage.start('web', databaseUrl)
    const { send } = await createSignedInClient(web)
    const times = await measureResponseTimes(send, merchants[0]!)
    await web.stop()
    console.error(`insights: response times ${JSON.stringify(times)}`)
    const lag = await measureLag(services, superuser, merchants)
    return {
      name: 'insights',
      ours: times.ms1y,
      floor: null,
      ratio: null,
      unit: 'ms',
      rounds: calls,
      scans,
      ...times,
      lagSeconds: round(lag, 1),
      bytesPerScan: round(bytesRaw + bytesSums, 1),
      bytesRaw: round(bytesRaw, 1),
      bytesSums: round(bytesSums, 1),
      sumsPerSecond: round(scans / built.sums, 0),
    }
  })
}

async function measureResponseTimes(send: Send, { skus }: FilledMerchant) {
  const rangeOf = (name: keyof typeof days, turn: number): InsightsQuery => {
    const to = Date.now() - turn * 60_000
    const range = { from: new Date(to - days[name] * 86_400_000).toISOString(), to: new Date(to).toISOString() }
    // Every third call asks for one product.
    return { ...range, timeZone: 'Asia/Kathmandu', ...(turn % 3 === 2 && { skuId: skus[turn % skus.length]! }) }
  }
  const most = (await createApi(insightsContract, send).places({ query: rangeOf('1m', 0) })).slice(0, 10)
  const read = async (query: InsightsQuery) => {
    const url = urlOf(insightsContract.read, { query })
    const seconds = await measureSeconds(async () => {
      const { status } = await send({ method: 'GET', url, headers: {} })
      if (status !== 200) throw new Error(`Insights responded with status ${status}`)
    })
    return seconds * 1000
  }
  const p95 = async (query: (turn: number) => InsightsQuery) => {
    await read(query(0))
    const times: number[] = []
    for (let turn = 1; turn < calls; turn++) times.push(await read(query(turn)))
    return round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!, 1)
  }
  const placed = (name: keyof typeof days) => (turn: number) => ({
    ...rangeOf(name, turn),
    location: locationLabel(most[turn % most.length]!),
  })
  return {
    ms1w: await p95((turn) => rangeOf('1w', turn)),
    ms1m: await p95((turn) => rangeOf('1m', turn)),
    ms1y: await p95((turn) => rangeOf('1y', turn)),
    msPlace: await p95(placed('1y')),
  }
}

/** The most seconds between now and the last scan that is in the sums, while the job runs and scans are stored steadily. */
async function measureLag(services: Services, client: pg.Client, merchants: FilledMerchant[]): Promise<number> {
  await client.query('create temp table bench_sku (n serial, merchant_id uuid, sku_id uuid)')
  await client.query(
    `insert into bench_sku (merchant_id, sku_id)
     select (e ->> 0)::uuid, (e ->> 1)::uuid from jsonb_array_elements($1::jsonb) e`,
    [JSON.stringify(merchants.flatMap(({ id, skus }) => skus.map((sku) => [id, sku])))],
  )
  const stop = new AbortController()
  const job = sumScans.run({}, { services, signal: stop.signal, attempt: 'bench', heartbeat: async () => undefined })
  let worst = 0
  const startedAt = performance.now()
  try {
    for (let piece = 0; piece < lagSeconds * piecesPerSecond; piece++) {
      await client.query(
        `insert into scan (visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
         select g, 1 + (random() * random() * random() * 4998)::int, g % 9, 'v', 'g', b.merchant_id, b.sku_id, gen_random_uuid()
         from generate_series(1, $1::int) g join bench_sku b on b.n = 1 + (g * 7 + $2::int) % (select count(*) from bench_sku)`,
        [scansPerSecond / piecesPerSecond, piece],
      )
      const seconds = (performance.now() - startedAt) / 1000
      if (seconds > settleSeconds) {
        const { rows } = await client.query<{ lag: number }>(
          'select extract(epoch from clock_timestamp() - counted_to)::float8 as lag from scan_sums_mark',
        )
        worst = Math.max(worst, rows[0]!.lag)
      }
      await pause(Math.max(0, ((piece + 1) / piecesPerSecond) * 1000 - (performance.now() - startedAt)))
    }
  } finally {
    stop.abort()
    await job
  }
  return worst
}
