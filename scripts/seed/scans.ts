import type { Database, Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { SeededSku } from './catalogue.ts'

/** Scans of an average day. */
const perDay = 24
const days = 365

type City = [city: string, country: string, lat: number, lng: number, zone: string, weight: number]

/** Where shoppers scan, with the share of each city. The positions of the first ones are those of the case in verdicts.ts. */
const cities: City[] = [
  ['Kuala Lumpur', 'MY', 3.14, 101.69, 'Asia/Kuala_Lumpur', 30],
  ['Singapore', 'SG', 1.35, 103.82, 'Asia/Singapore', 16],
  ['Bangkok', 'TH', 13.76, 100.5, 'Asia/Bangkok', 8],
  ['George Town', 'MY', 5.41, 100.33, 'Asia/Kuala_Lumpur', 11],
  ['Johor Bahru', 'MY', 1.49, 103.74, 'Asia/Kuala_Lumpur', 9],
  ['Jakarta', 'ID', -6.21, 106.85, 'Asia/Jakarta', 9],
  ['Kathmandu', 'NP', 27.71, 85.32, 'Asia/Kathmandu', 3],
  ['Tokyo', 'JP', 35.68, 139.69, 'Asia/Tokyo', 4],
  ['London', 'GB', 51.51, -0.13, 'Europe/London', 5],
  ['Berlin', 'DE', 52.52, 13.4, 'Europe/Berlin', 3],
  ['New York', 'US', 40.71, -74.01, 'America/New_York', 2],
]
/** Percent of the scans by the number of the operating system: Android, iOS, Windows, macOS, HarmonyOS, unknown. */
const systems = [
  [1, 52],
  [2, 34],
  [3, 5],
  [4, 3],
  [7, 4],
  [0, 2],
]
/** Scans by weekday from Sunday on, and by hour of the local day. */
const weekdays = [1.5, 0.8, 0.8, 0.9, 0.9, 1.1, 1.6]
const hours = [1, 1, 0, 0, 0, 1, 2, 4, 6, 7, 9, 9, 8, 6, 5, 5, 6, 8, 10, 11, 9, 6, 4, 2]
const redirectShare = 0.18
/** Other requests than those of printed codes. */
const unknownShare = 0.004
/** Extra scans of the last weeks: copies of one code are sold in one city, and one product is suddenly scanned in another. */
const copies = { city: 'Bangkok', sku: 0, scans: 140, days: 24 }
const rush = { city: 'Jakarta', sku: 1, scans: 24, days: 6 }

/** The months of the scans, so that no scan is stored outside of its partition. */
export async function seedScanMonths(db: Pick<Database, 'owner'>): Promise<void> {
  await db.owner((client) =>
    client.query(
      `select ensure_scan_partition(month) from generate_series(date_trunc('month', now() - interval '${days} days', 'UTC'),
         now(), interval '1 month') month`,
    ),
  )
}

/** A year of scans of a merchant: growing, with weekdays, hours, cities and systems. Their codes are not in the database. */
export async function seedScans(tx: Tx, merchantId: string, skus: readonly SeededSku[]): Promise<void> {
  const values = (rows: readonly (readonly (string | number)[])[]) => JSON.stringify(rows)
  await tx.execute(sql`
    insert into scan_place (city, country, region, lat, lng)
    select e ->> 0, e ->> 1, '', (e ->> 2)::real, (e ->> 3)::real from jsonb_array_elements(${values(cities)}::jsonb) e
    on conflict do nothing`)
  // The same scans in every installation, apart from their day.
  await tx.execute(sql`select setseed(0.21)`)
  await tx.execute(sql`
    with place as (
      select p.id, e ->> 0 as city, e ->> 4 as zone, sum((e ->> 5)::float8) over (order by n) - (e ->> 5)::float8 as low,
        sum((e ->> 5)::float8) over (order by n) as high, sum((e ->> 5)::float8) over () as most
      from jsonb_array_elements(${values(cities)}::jsonb) with ordinality as given (e, n)
      join scan_place p on p.city = e ->> 0 and p.country = e ->> 1 and p.region = '' and p.lat = (e ->> 2)::real
    ), system as (
      select (e ->> 0)::int as os, sum((e ->> 1)::float8) over (order by n) / 100 as high,
        (sum((e ->> 1)::float8) over (order by n) - (e ->> 1)::float8) / 100 as low
      from jsonb_array_elements(${values(systems)}::jsonb) with ordinality as given (e, n)
    ), clock as (
      select n - 1 as hour, sum((e #>> '{}')::float8) over (order by n) / ${hours.reduce((a, b) => a + b)} as high,
        (sum((e #>> '{}')::float8) over (order by n) - (e #>> '{}')::float8) / ${hours.reduce((a, b) => a + b)} as low
      from jsonb_array_elements(${JSON.stringify(hours)}::jsonb) with ordinality as given (e, n)
    ), usual as (
      select ago, null::text as city, null::int as sku, random() as in_city, random() as in_sku, random() as in_hour,
        random() as in_system, random() as kind, random() as odd, random() as second
      from generate_series(0, ${days - 1}::int) ago,
        generate_series(1, round(${perDay}::int * (0.7 + 0.6 * (${days}::int - ago) / ${days}::int)
          * (${JSON.stringify(weekdays)}::jsonb ->> extract(dow from current_date - ago)::int)::float8)::int)
    ), extra as (
      select (random() * (e ->> 3)::int)::int as ago, e ->> 0 as city, (e ->> 1)::int as sku, random(), random(), random(), random(),
        0, case e ->> 4 when 'copy' then 0 else 1 end, random()
      from jsonb_array_elements(${values([
        [copies.city, copies.sku, copies.scans, copies.days, 'copy'],
        [rush.city, rush.sku, rush.scans, rush.days, 'rush'],
      ])}::jsonb) e, generate_series(1, (e ->> 2)::int)
    ), one as (select * from usual union all select * from extra)
    insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
    select at, 0, id, os, kind, verdict, ${merchantId}::uuid, sku_id, gen_random_uuid() from (
      select (current_date - one.ago + make_interval(hours => clock.hour::int, secs => one.second * 3600)) at time zone place.zone as at,
        place.id, system.os::smallint, (case when one.kind > ${1 - redirectShare} then 'r' else 'v' end)::"char" as kind,
        (case when one.odd < ${unknownShare} then 'u' else 'g' end)::"char" as verdict,
        (${`{${skus.map(({ id }) => id).join()}}`}::uuid[])[1 + coalesce(one.sku, floor(one.in_sku * one.in_sku * ${skus.length})::int)] as sku_id
      from one
      join clock on one.in_hour >= clock.low and one.in_hour < clock.high
      join system on one.in_system >= system.low and one.in_system < system.high
      join place on case when one.city is null then one.in_city * place.most >= place.low and one.in_city * place.most < place.high
        else one.city = place.city end
    ) chosen where at < now() order by at`)
}
