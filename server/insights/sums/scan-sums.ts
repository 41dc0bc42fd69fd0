import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { scanCondition } from '#server/insights/scans/scan-condition.ts'
import type { Scope } from '#server/insights/scope.ts'
import { slotsPerDay } from '#server/insights/zone-clock.ts'
import { eachCount, slotOfKey, systemOfKey } from './packed-counts.ts'
import { readPlaceMonths } from './place-months.ts'
import { allSkus } from './sum-statement.ts'

/** Numbers of scans by slot, counted from `first`, and by the number of the operating system. */
export type ScanSums = { first: number; verify: Uint32Array; redirect: Uint32Array; systems: Float64Array }
/** Numbers of operating systems are smaller. */
const systemsLength = 64

/** Scans after the watermark are counted one by one up to this age of the watermark; the job is seconds behind. */
const maxUncountedSeconds = 600

/**
 * The watermark of the sums: they contain all earlier scans. Null if they were never computed. `isOld`: the later scans are too many
 * to be counted by a reader, because the job has not run.
 */
export type Watermark = { countedTo: string; age: number; isOld: boolean } | null

/**
 * The caller's transaction reads one state of the database (`snapshot` of a route): between two statements the job could move
 * scans into the sums, which would then be counted twice. The weekly summary needs no such state, because it reads only weeks
 * whose scans are all in the sums.
 */
export async function readWatermark(tx: Tx): Promise<Watermark> {
  const { rows } = await tx.execute<{ countedTo: string; age: number }>(sql`
    select counted_to::text as "countedTo", extract(epoch from clock_timestamp() - counted_to)::float8 as age from scan_sums_mark`)
  return rows[0] ? { ...rows[0], isOld: rows[0].age > maxUncountedSeconds } : null
}

/** The condition for the scans `s` of a scope that are not in the sums, or undefined if a reader leaves them out. */
export function uncounted(scope: Scope, watermark: Watermark): SQL | undefined {
  if (!watermark) return scanCondition(scope)
  return watermark.isOld ? undefined : sql`${scanCondition(scope)} and s.at >= ${watermark.countedTo}::timestamptz`
}

/**
 * Numbers of scans of a scope: the sums up to the watermark, and the later scans one by one.
 *
 * @param systemsFrom operating systems are counted from this slot on
 */
export async function readScanSums(
  tx: Tx,
  scope: Scope,
  watermark: Watermark,
  systemsFrom = scope.from,
): Promise<ScanSums> {
  const length = Math.max(0, scope.to - scope.from)
  const sums = {
    first: scope.from,
    verify: new Uint32Array(length),
    redirect: new Uint32Array(length),
    systems: new Float64Array(systemsLength),
  }
  if (watermark && scope.placeIds) await addPlaces(tx, sums, scope, systemsFrom)
  else if (watermark) await addDays(tx, sums, scope, systemsFrom)
  const rest = uncounted(scope, watermark)
  if (rest) await addRaw(tx, sums, rest, systemsFrom)
  return sums
}

/** Scans of both kinds by slot. */
export const allKinds = ({ verify, redirect }: Pick<ScanSums, 'verify' | 'redirect'>): Uint32Array =>
  verify.map((count, slot) => count + redirect[slot]!)

/** The part of sums from a slot until before another. The operating systems stay as they are. */
export const partOf = ({ first, verify, redirect, systems }: ScanSums, from: number, to: number): ScanSums => ({
  first: from,
  verify: verify.subarray(from - first, to - first),
  redirect: redirect.subarray(from - first, to - first),
  systems,
})

async function addRaw(tx: Tx, sums: ScanSums, where: SQL, systemsFrom: number): Promise<void> {
  const { rows } = await tx.execute<{ slot: number; kind: string; os: number; n: number }>(sql`
    select floor(extract(epoch from s.at) / 900)::int as slot, s.kind::text as kind, s.os, count(*)::int as n
    from scan s where ${where} group by 1, 2, 3`)
  for (const { slot, kind, os, n } of rows) {
    const counts = kind === 'v' ? sums.verify : sums.redirect
    counts[slot - sums.first]! += n
    if (slot >= systemsFrom) sums.systems[os]! += n
  }
}

async function addPlaces(tx: Tx, sums: ScanSums, scope: Scope, systemsFrom: number): Promise<void> {
  const wanted = new Set(scope.placeIds)
  const { verify, redirect, systems, first } = sums
  await readPlaceMonths(tx, scope, ({ placeId, slot, isRedirect, os }) => {
    if (slot < scope.from || slot >= scope.to || !wanted.has(placeId)) return
    const counts = isRedirect ? redirect : verify
    counts[slot - first]! += 1
    if (slot >= systemsFrom) systems[os]! += 1
  })
}

type DayRow = { day: number; verify: Buffer; redirect: Buffer; systems: Buffer | null; slotSystems: Buffer | null }

async function addDays(tx: Tx, sums: ScanSums, scope: Scope, systemsFrom: number): Promise<void> {
  const { merchantId, skuIds = [allSkus], from, to } = scope
  const [first, last] = [Math.floor(from / slotsPerDay), Math.floor((to - 1) / slotsPerDay)]
  // Days that lie whole in the range of the operating systems, and the days at its ends.
  const [whole, end] = [Math.ceil(systemsFrom / slotsPerDay), Math.floor(to / slotsPerDay)]
  const [begin] = [Math.floor(systemsFrom / slotsPerDay)]
  const day = sql`day - date '1970-01-01'`
  const { rows } = await tx.execute<DayRow>(sql`
    select ${day} as day, array_send(verify) as verify, array_send(redirect) as redirect,
      case when ${day} >= ${whole}::int and ${day} < ${end}::int then array_send(systems) end as systems,
      case when ${day} >= ${begin}::int and (${day} < ${whole}::int or ${day} >= ${end}::int)
        then array_send(slot_systems) end as "slotSystems"
    from scan_day where merchant_id = ${merchantId} and sku_id = any(${uuidArray(skuIds)})
      and day between date '1970-01-01' + ${first}::int and date '1970-01-01' + ${last}::int`)
  const { verify, redirect, systems } = sums
  for (const row of rows) {
    const start = row.day * slotsPerDay
    const addSlots = (counts: Uint32Array, list: Buffer) =>
      eachCount('slots', list, (slotOfDay, number) => {
        const slot = start + slotOfDay
        if (slot >= from && slot < to) counts[slot - from]! += number
      })
    addSlots(verify, row.verify)
    addSlots(redirect, row.redirect)
    if (row.systems) {
      eachCount('keys', row.systems, (os, number) => {
        systems[os]! += number
      })
    }
    if (row.slotSystems) {
      eachCount('keys', row.slotSystems, (key, number) => {
        const slot = start + slotOfKey(key)
        if (slot >= systemsFrom && slot < to) systems[systemOfKey(key)]! += number
      })
    }
  }
}
