import type { Tx } from '#server/core/db/database.ts'
import { arrayText, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Scope } from '#server/insights/scope.ts'
import { slotMs, slotsPerDay } from '#server/insights/zone-clock.ts'
import { packedKey, packedNumber } from './packed-counts.ts'
import { bucketOf, eachEntry, type PlaceEntry } from './place-entry.ts'
import { allSkus } from './sum-statement.ts'

type Range = { from: number; to: number }

/** The condition for the rows of a scope in `scan_place_month`. */
function rowsOf({ merchantId, skuIds = [allSkus], placeIds, from, to }: Scope) {
  const [first, last] = [Math.floor(from / slotsPerDay), Math.floor((to - 1) / slotsPerDay)]
  return sql`merchant_id = ${merchantId} and sku_id = any(${uuidArray(skuIds)})
    and month between date_trunc('month', (date '1970-01-01' + ${first}::int)::timestamp)::date
      and date '1970-01-01' + ${last}::int
    ${placeIds ? sql`and bucket = any(${arrayText(new Set(placeIds.map(bucketOf)))}::smallint[])` : sql``}`
}

/** Calls `see` for the scans of the months of a scope that are in the sums, also those that are not in its range and places. */
export async function readPlaceMonths(tx: Tx, scope: Scope, see: (entry: PlaceEntry) => void): Promise<void> {
  const { rows } = await tx.execute<{ month: number; scans: Buffer }>(sql`
    select month - date '1970-01-01' as month, scans from scan_place_month where ${rowsOf(scope)}`)
  for (const { month, scans } of rows) eachEntry(scans, month, see)
}

/** Calls `see` for the totals of the months of a scope by place, also those of other places. */
export async function readPlaceTotals(
  tx: Tx,
  scope: Scope,
  see: (placeId: number, scans: number, suspicious: number) => void,
): Promise<void> {
  const element = sql`e`
  const { rows } = await tx.execute<{ id: number; scans: number; suspicious: number }>(sql`
    select ${packedKey('keys', element)}::int as id,
      sum(case when is_bad then 0 else ${packedNumber('keys', element)} end)::float8 as scans,
      sum(case when is_bad then ${packedNumber('keys', element)} else 0 end)::float8 as suspicious
    from (select unnest(totals) as e, false as is_bad from scan_place_month where ${rowsOf(scope)}
      union all select unnest(suspicious), true from scan_place_month where ${rowsOf(scope)}) entry group by 1`)
  for (const { id, scans, suspicious } of rows) see(id, scans, suspicious)
}

/** Divides a range into the months (UTC) that lie whole in it, and the parts of months at its ends. */
export function monthsOf({ from, to }: Range): { whole: Range | undefined; parts: Range[] } {
  if (from >= to) return { whole: undefined, parts: [] }
  const begin = firstMonthFrom(from)
  const end = lastMonthUntil(to)
  // A range without a whole month is read at once.
  if (begin >= end) return { whole: undefined, parts: [{ from, to }] }
  return {
    whole: { from: begin, to: end },
    parts: [
      { from, to: begin },
      { from: end, to },
    ].filter((part) => part.from < part.to),
  }
}

const monthStart = (slot: number, monthsLater: number): number => {
  const time = new Date(slot * slotMs)
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater) / slotMs
}
const firstMonthFrom = (slot: number): number => (monthStart(slot, 0) === slot ? slot : monthStart(slot, 1))
const lastMonthUntil = (slot: number): number => monthStart(slot, 0)
