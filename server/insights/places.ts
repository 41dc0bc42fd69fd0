import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { InsightsPlace, ScannedPlace } from '#shared/insights/contract.ts'
import { isSuspicious, scanned } from './raw-scans.ts'
import { countryLabel, type Scope } from './scope.ts'

type PlaceRow = { city: string | null; country: string | null; lat: number | null; lng: number | null }
const placeOf = ({ city, country, lat, lng }: PlaceRow) => ({
  location: city ?? '',
  country: countryLabel(country ?? ''),
  lat,
  lng,
})

/** The scans of a scope by place, most scans first. Scans from unknown places have an empty location. */
export async function scannedPlaces(tx: Tx, scope: Scope): Promise<InsightsPlace[]> {
  const { rows } = await tx.execute<PlaceRow & { scans: number; suspicious: number }>(sql`
    select p.city, p.country, p.lat, p.lng, sum(n)::int as scans, sum(bad)::int as suspicious
    from (select s.place_id, count(*) as n, count(*) filter (where ${isSuspicious}) as bad
      from scan s where ${scanned(scope)} group by 1) counted
    left join scan_place p on p.id = counted.place_id group by 1, 2, 3, 4 order by scans desc, 1, 2`)
  return rows.map((row) => ({ ...placeOf(row), scans: row.scans, suspicious: row.suspicious }))
}

/** The places in which a merchant's products were scanned in the last three months, by product. */
export async function allPlaces(tx: Tx, merchantId: string): Promise<ScannedPlace[]> {
  const { rows } = await tx.execute<PlaceRow & { trademarkId: string; skuId: string }>(sql`
    select distinct on (p.city, p.country, k.id) p.city, p.country, p.lat, p.lng, k.trademark_id as "trademarkId", k.id as "skuId"
    from (select distinct place_id, sku_id from scan
      where merchant_id = ${merchantId} and at > now() - interval '92 days') scanned
    join scan_place p on p.id = scanned.place_id
    join sku k on k.merchant_id = ${merchantId} and k.id = scanned.sku_id
    order by p.city, p.country, k.id, p.id`)
  return rows.map((row) => ({ ...placeOf(row), trademarkId: row.trademarkId, skuId: row.skuId }))
}
