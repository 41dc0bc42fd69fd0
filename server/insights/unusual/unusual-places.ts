import { LRUCache } from 'lru-cache'
import type { Tx } from '#server/core/db/database.ts'
import { arrayText } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { countryLabel, type Scope } from '#server/insights/scope.ts'
import { eachEntry } from '#server/insights/sums/place-entry.ts'
import type { Watermark } from '#server/insights/sums/scan-sums.ts'
import { allSkus } from '#server/insights/sums/sum-statement.ts'
import { slotMs, slotsPerDay, slotTime } from '#server/insights/zone-clock.ts'
import type { Insights } from '#shared/insights/contract.ts'
import { noProduct } from '#shared/scan/no-product.ts'
import { findMostUnusual, usualWeeks } from './unusual.ts'

const slotsPerWeek = 7 * slotsPerDay
type Pair = { skuId: string; placeId: number; weeks: Uint32Array }

/** Whole days do not change; the short time covers sums that are counted again. */
const cache = new LRUCache<string, Pair[]>({ max: 500, ttl: 600_000 })

/**
 * The product and place whose scans in the last seven whole days (UTC) of the range exceed those of usual weeks most; null if
 * none does, or if the sums are a day behind. A range that ends now may end after the sums, because its last slot is extended.
 */
export async function findUnusualPlace(tx: Tx, scope: Scope, watermark: Watermark): Promise<Insights['unusual']> {
  if (!watermark) return null
  const countedTo = Math.floor(Date.parse(watermark.countedTo) / slotMs)
  const end = Math.floor(Math.min(scope.to, countedTo) / slotsPerDay) * slotsPerDay
  if (scope.to - end > 2 * slotsPerDay) return null
  const key = `${scope.merchantId} ${end}`
  const pairs = cache.get(key) ?? (await countPairs(tx, scope.merchantId, end))
  cache.set(key, pairs)
  const { skuIds, placeIds } = scope
  const chosen = pairs.filter(
    ({ skuId, placeId }) => (!skuIds || skuIds.includes(skuId)) && (!placeIds || placeIds.includes(placeId)),
  )
  const found = findMostUnusual(chosen)
  if (!found) return null
  const { pair, times } = found
  const { rows } = await tx.execute<{ name: string; sku: string; city: string; country: string }>(sql`
    select k.name, k.sku, p.city, p.country from sku k, scan_place p
    where k.merchant_id = ${scope.merchantId} and k.id = ${pair.skuId} and p.id = ${pair.placeId}`)
  const row = rows[0]
  if (!row) return null
  const { name, sku, city, country } = row
  return { skuId: pair.skuId, name, sku, location: city, country: countryLabel(country), times, weeks: usualWeeks }
}

/** Scans of each product and place in the week that ends with `end` and in those before it. Unknown places are left out. */
async function countPairs(tx: Tx, merchantId: string, end: number): Promise<Pair[]> {
  const begin = end - (usualWeeks + 1) * slotsPerWeek
  const { rows } = await tx.execute<{ skuId: string; month: number; scans: Buffer }>(sql`
    select sku_id as "skuId", month - date '1970-01-01' as month, scans from scan_place_month
    where merchant_id = ${merchantId} and sku_id > ${allSkus}::uuid and sku_id < ${noProduct}::uuid
      and month between date_trunc('month', ${slotTime(begin)}::timestamptz at time zone 'UTC')::date
        and (${slotTime(end)}::timestamptz at time zone 'UTC')::date`)
  const pairs = new Map<string, Map<number, Pair>>()
  for (const { skuId, month, scans } of rows) {
    const places = pairs.get(skuId) ?? new Map<number, Pair>()
    pairs.set(skuId, places)
    eachEntry(scans, month, ({ placeId, slot }) => {
      if (slot < begin || slot >= end || placeId === 0) return
      let pair = places.get(placeId)
      if (!pair) {
        pair = { skuId, placeId, weeks: new Uint32Array(usualWeeks + 1) }
        places.set(placeId, pair)
      }
      pair.weeks[Math.floor((end - 1 - slot) / slotsPerWeek)]! += 1
    })
  }
  return mergeByName(
    tx,
    [...pairs.values()].flatMap((places) => [...places.values()]),
  )
}

/** The database of locations has more than one position in a city: their scans are those of one place. */
async function mergeByName(tx: Tx, pairs: readonly Pair[]): Promise<Pair[]> {
  const ids = new Set(pairs.map(({ placeId }) => placeId))
  const { rows } = await tx.execute<{ id: number; first: number }>(sql`
    select id, min(id) over (partition by city, country) as first from scan_place where id = any(${arrayText(ids)}::int[])`)
  const firstOf = new Map(rows.map(({ id, first }) => [id, first]))
  const merged = new Map<string, Pair>()
  for (const { skuId, placeId, weeks } of pairs) {
    const first = firstOf.get(placeId) ?? placeId
    const known = merged.get(`${skuId} ${first}`)
    if (known) for (const [week, scans] of weeks.entries()) known.weeks[week]! += scans
    else merged.set(`${skuId} ${first}`, { skuId, placeId: first, weeks })
  }
  return [...merged.values()]
}
