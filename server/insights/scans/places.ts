import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { countryLabel, type Scope } from '#server/insights/scope.ts'
import { monthsOf, readPlaceMonths, readPlaceTotals } from '#server/insights/sums/place-months.ts'
import { readWatermark, uncounted } from '#server/insights/sums/scan-sums.ts'
import { byPeople } from '#server/scan/table.ts'
import type { InsightsPlace, ScannedPlace } from '#shared/insights/contract.ts'
import { suspiciousScanCondition } from './suspicious-scan.ts'

type PlaceRow = { city: string | null; country: string | null; lat: number | null; lng: number | null }
const placeOf = ({ city, country, lat, lng }: PlaceRow) => ({
  location: city ?? '',
  country: countryLabel(country ?? ''),
  lat,
  lng,
})

type Counts = { scans: number; suspicious: number }

/** Numbers of scans of a scope by place: totals of whole months, single scans of the others, and those after the watermark. */
async function countPlaces(tx: Tx, scope: Scope): Promise<Map<number, Counts>> {
  const watermark = await readWatermark(tx)
  const wanted = scope.placeIds && new Set(scope.placeIds)
  const places = new Map<number, Counts>()
  const add = (placeId: number, scans: number, suspicious: number) => {
    if (wanted && !wanted.has(placeId)) return
    const counts = places.get(placeId)
    if (!counts) places.set(placeId, { scans, suspicious })
    else {
      counts.scans += scans
      counts.suspicious += suspicious
    }
  }
  if (watermark) {
    const { whole, parts } = monthsOf(scope)
    if (whole) await readPlaceTotals(tx, { ...scope, ...whole }, add)
    for (const part of parts)
      await readPlaceMonths(tx, { ...scope, ...part }, ({ placeId, slot, isSuspicious }) => {
        if (slot >= part.from && slot < part.to) add(placeId, 1, isSuspicious ? 1 : 0)
      })
  }
  const rest = uncounted(scope, watermark)
  if (!rest) return places
  const { rows } = await tx.execute<Counts & { id: number }>(sql`
    select s.place_id as id, count(*)::int as scans, count(*) filter (where ${suspiciousScanCondition})::int as suspicious
    from scan s where ${rest} group by 1`)
  for (const { id, scans, suspicious } of rows) add(id, scans, suspicious)
  return places
}

/** The scans of a scope by place, most scans first. Scans from unknown places have an empty location. */
export async function scannedPlaces(tx: Tx, scope: Scope): Promise<InsightsPlace[]> {
  const counts = await countPlaces(tx, scope)
  const listed = [...counts].map(([id, count]) => ({ id, ...count }))
  const { rows } = await tx.execute<PlaceRow & Counts>(sql`
    select p.city, p.country, p.lat, p.lng, sum(listed.scans)::float8 as scans, sum(listed.suspicious)::float8 as suspicious
    from ${recordset(listed, 'id int, scans bigint, suspicious bigint')} left join scan_place p on p.id = listed.id
    group by 1, 2, 3, 4 order by scans desc, 1, 2`)
  return rows.map((row) => ({ ...placeOf(row), scans: row.scans, suspicious: row.suspicious }))
}

/** More places of products than a person chooses from. */
const maxPlaces = 5000

/**
 * The places in which a merchant's products were scanned since the begin of the month before last, by product; those with most
 * scans, in the order of their names.
 */
export async function allPlaces(tx: Tx, merchantId: string): Promise<ScannedPlace[]> {
  const watermark = await readWatermark(tx)
  const counted = watermark ? sql`s.at >= ${watermark.countedTo}::timestamptz` : sql`s.at > now() - interval '92 days'`
  const { rows } = await tx.execute<PlaceRow & { trademarkId: string; skuId: string }>(sql`
    select * from (
      select p.city, p.country, min(p.lat) as lat, min(p.lng) as lng, k.trademark_id as "trademarkId", k.id as "skuId"
      from (
        select sku_id, (e >> 32)::int as place_id, sum(e & 4294967295) as n from scan_place_month, unnest(totals) e
        where merchant_id = ${merchantId} and month >= date_trunc('month', now() at time zone 'UTC') - interval '2 months'
        group by 1, 2
        ${watermark?.isOld ? sql`` : sql`union all select s.sku_id, s.place_id, count(*) from scan s where s.merchant_id = ${merchantId} and ${counted} and ${byPeople} group by 1, 2`}
      ) counted
      join scan_place p on p.id = counted.place_id
      join sku k on k.merchant_id = ${merchantId} and k.id = counted.sku_id
      group by p.city, p.country, k.trademark_id, k.id order by sum(counted.n) desc limit ${maxPlaces}
    ) most order by city, country, "skuId"`)
  return rows.map((row) => ({ ...placeOf(row), trademarkId: row.trademarkId, skuId: row.skuId }))
}
