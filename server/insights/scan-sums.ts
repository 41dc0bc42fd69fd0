import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { allSkus } from './count-scans.ts'
import { addRawSums, addTo, noSums, osName, type ScanSums, scanned } from './raw-scans.ts'
import type { Scope } from './scope.ts'
import { slotsPerDay } from './zone-clock.ts'

/** Scans after the mark are counted one by one up to this age of the mark; the job is seconds behind. */
const maxUncountedSeconds = 600

/**
 * Numbers of scans of a scope: the sums until the mark, and the scans since then one by one. The sums do not contain places, so
 * a filter of places counts scans only. `behind`: seconds without scans, because the job has not run.
 */
export async function scanSums(tx: Tx, scope: Scope): Promise<{ sums: ScanSums; behind: number }> {
  const sums = noSums()
  const { rows } = await tx.execute<{ countedTo: string; age: number }>(sql`
    select counted_to::text as "countedTo", extract(epoch from now() - counted_to)::float8 as age from scan_sums_mark`)
  const mark = rows[0]
  if (!mark || scope.placeIds) {
    await addRawSums(tx, sums, scanned(scope))
    return { sums, behind: 0 }
  }
  await addDays(tx, sums, scope)
  if (mark.age > maxUncountedSeconds) return { sums, behind: Math.round(mark.age) }
  await addRawSums(tx, sums, sql`${scanned(scope)} and s.at >= ${mark.countedTo}::timestamptz`)
  return { sums, behind: 0 }
}

type DayRow = { day: number; verify: string; redirect: string; systems: string | null; slotSystems: string | null }

async function addDays(tx: Tx, sums: ScanSums, { merchantId, skuIds = [allSkus], from, to }: Scope): Promise<void> {
  const [first, last] = [Math.floor(from / slotsPerDay), Math.floor((to - 1) / slotsPerDay)]
  const [whole, end] = [Math.ceil(from / slotsPerDay), Math.floor(to / slotsPerDay)]
  const day = sql`day - date '1970-01-01'`
  // Joined texts are parsed several times faster than arrays.
  const { rows } = await tx.execute<DayRow>(sql`
    select ${day} as day, array_to_string(verify, ',') as verify, array_to_string(redirect, ',') as redirect,
      case when ${day} >= ${whole}::int and ${day} < ${end}::int then array_to_string(systems, ',') end as systems,
      case when ${day} < ${whole}::int or ${day} >= ${end}::int then array_to_string(slot_systems, ',') end as "slotSystems"
    from scan_day where merchant_id = ${merchantId} and sku_id = any(${uuidArray(skuIds)})
      and day between date '1970-01-01' + ${first}::int and date '1970-01-01' + ${last}::int`)
  for (const row of rows) {
    const start = row.day * slotsPerDay
    const isIn = (slot: number) => slot >= from && slot < to
    for (const [slot, n] of entries(row.verify, 2 ** 24)) if (isIn(start + slot)) addTo(sums.verify, start + slot, n)
    for (const [slot, n] of entries(row.redirect, 2 ** 24))
      if (isIn(start + slot)) addTo(sums.redirect, start + slot, n)
    for (const [system, n] of entries(row.systems, 2 ** 24)) addTo(sums.os, osName(system), n)
    for (const [key, n] of entries(row.slotSystems, 2 ** 32))
      if (isIn(start + Math.floor(key / 32))) addTo(sums.os, osName(key % 32), n)
  }
}

/** The keys and numbers of an array of `scan_day`. @param unit what a key is multiplied with */
function* entries(text: string | null, unit: number): Generator<[key: number, n: number]> {
  if (!text) return
  for (const word of text.split(',')) {
    const value = Number(word)
    yield [Math.floor(value / unit), value % unit]
  }
}
