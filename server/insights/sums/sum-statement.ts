import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { suspiciousScanCondition } from '#server/insights/scans/suspicious-scan.ts'
import { byPeople } from '#server/scan/table.ts'
import { packed, packedKey, packedNumber, slotSystem } from './packed-counts.ts'
import { entryBits, placeBuckets } from './place-entry.ts'

/** The SKU of the rows that have the sums of all products of a merchant. */
export const allSkus = '00000000-0000-0000-0000-000000000000'

const epoch = sql`date '1970-01-01'`

/**
 * Adds the scans of people from `starts` until before `ends` to `scan_day` and `scan_place_month`, and returns their number. The arrays of
 * the rows that are touched are taken apart, added to and put together again; the scans of a place are appended.
 */
export const sumStatement = ({ starts, ends }: { starts: string; ends: string }): SQL => sql`
  with seen as materialized (
    select merchant_id, sku_id, place_id, kind = 'r' as is_redirect, os, floor(extract(epoch from at) / 900)::int as slot,
      date_trunc('month', at at time zone 'UTC')::date as month, ${suspiciousScanCondition} as suspicious
    from scan s where at >= ${starts}::timestamptz and at < ${ends}::timestamptz and ${byPeople}
  ), ${daySums}, ${placeSums}
  select count(*)::int as scans from seen`

/** The arrays of `scan_day`, as numbers: texts are sorted and compared several times slower. */
const part = { verify: sql`1`, redirect: sql`2`, systems: sql`3`, slotSystems: sql`4` }

/** An element of an array, and the parts of one that is written. */
const [e, key, n] = [sql`e`, sql`key`, sql`n`]

const daySums = sql`counted as (
    select merchant_id, sku_id, is_redirect, os, slot, count(*)::int as n from seen group by 1, 2, 3, 4, 5
  ), fresh as (
    select merchant_id, sku, slot / 96 as day, is_redirect, os, slot % 96 as slot, n
    from counted, unnest(array[sku_id, ${allSkus}::uuid]) as sku
  ), known as (
    select d.*, d.day - ${epoch} as n_day from scan_day d
    join (select distinct merchant_id, sku, day from fresh) touched
      on d.merchant_id = touched.merchant_id and d.sku_id = touched.sku and d.day = ${epoch} + touched.day
  ), entry as (
    select merchant_id, sku, day, case when is_redirect then ${part.redirect} else ${part.verify} end as part,
      slot::bigint as key, n::bigint from fresh
    union all select merchant_id, sku, day, ${part.systems}, os, n from fresh
    union all select merchant_id, sku, day, ${part.slotSystems}, ${slotSystem(sql`slot::bigint`, sql`os`)}, n from fresh
    union all select merchant_id, sku_id, n_day, ${part.verify}, ${packedKey('slots', e)}, ${packedNumber('slots', e)} from known, unnest(verify) e
    union all select merchant_id, sku_id, n_day, ${part.redirect}, ${packedKey('slots', e)}, ${packedNumber('slots', e)} from known, unnest(redirect) e
    union all select merchant_id, sku_id, n_day, ${part.systems}, ${packedKey('keys', e)}, ${packedNumber('keys', e)} from known, unnest(systems) e
    union all select merchant_id, sku_id, n_day, ${part.slotSystems}, ${packedKey('keys', e)}, ${packedNumber('keys', e)}
      from known, unnest(slot_systems) e
  ), added as (
    select merchant_id, sku, day, part, key, sum(n)::bigint as n from entry group by 1, 2, 3, 4, 5
  ), written as (
    insert into scan_day as d (merchant_id, sku_id, day, verify, redirect, systems, slot_systems)
    select merchant_id, sku, ${epoch} + day,
      coalesce(array_agg(${packed('slots', key, n)}) filter (where part = ${part.verify}), '{}'),
      coalesce(array_agg(${packed('slots', key, n)}) filter (where part = ${part.redirect}), '{}'),
      coalesce(array_agg(${packed('keys', key, n)}) filter (where part = ${part.systems}), '{}'),
      coalesce(array_agg(${packed('keys', key, n)}) filter (where part = ${part.slotSystems}), '{}')
    from added group by 1, 2, 3
    on conflict (merchant_id, sku_id, day) do update set verify = excluded.verify, redirect = excluded.redirect,
      systems = excluded.systems, slot_systems = excluded.slot_systems
  )`

const bits = (name: keyof typeof entryBits) => sql.raw(String(entryBits[name]))

const placeSums = sql`placed as (
    select merchant_id, sku, month, place_id, place_id % ${sql.raw(String(placeBuckets))} as bucket, suspicious,
      (place_id::bigint << 32) | ((slot - (month - ${epoch}) * 96)::bigint << ${bits('slot')})
        | (suspicious::int::bigint << ${bits('suspicious')}) | (is_redirect::int::bigint << ${bits('redirect')}) | os as entry
    from seen, unnest(array[sku_id, ${allSkus}::uuid]) as sku
  ), appended as (
    select merchant_id, sku, month, bucket, string_agg(int8send(entry), ''::bytea) as scans from placed group by 1, 2, 3, 4
  ), known_places as (
    select m.merchant_id, m.sku_id, m.month, m.bucket, m.totals, m.suspicious from scan_place_month m
    join appended a on m.merchant_id = a.merchant_id and m.sku_id = a.sku and m.month = a.month and m.bucket = a.bucket
  ), place_entry as (
    select merchant_id, sku, month, bucket, place_id::bigint as key, count(*) as n,
      count(*) filter (where suspicious) as bad from placed group by 1, 2, 3, 4, 5
    union all select merchant_id, sku_id, month, bucket, ${packedKey('keys', e)}, ${packedNumber('keys', e)}, 0 from known_places, unnest(totals) e
    union all select merchant_id, sku_id, month, bucket, ${packedKey('keys', e)}, 0, ${packedNumber('keys', e)} from known_places, unnest(suspicious) e
  ), place_added as (
    select merchant_id, sku, month, bucket, key, sum(n)::bigint as n, sum(bad)::bigint as bad
    from place_entry group by 1, 2, 3, 4, 5
  ), place_totals as (
    select merchant_id, sku, month, bucket, array_agg(${packed('keys', key, n)}) as totals,
      coalesce(array_agg(${packed('keys', key, sql`bad`)}) filter (where bad > 0), '{}') as suspicious
    from place_added group by 1, 2, 3, 4
  ), placed_written as (
    insert into scan_place_month as m (merchant_id, sku_id, month, bucket, totals, suspicious, scans)
    select merchant_id, sku, month, bucket, totals, suspicious, scans
    from place_totals join appended using (merchant_id, sku, month, bucket)
    on conflict (merchant_id, sku_id, month, bucket) do update set totals = excluded.totals,
      suspicious = excluded.suspicious, scans = m.scans || excluded.scans
  )`
