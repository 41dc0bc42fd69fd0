import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { arrayText, uuidArray } from '#server/core/db/sql-params.ts'
import type { InsightsScan } from '#shared/insights/contract.ts'
import { osNames } from '#shared/scan/os-names.ts'
import { countryLabel, type Scope } from './scope.ts'
import { slotTime } from './zone-clock.ts'

/** Numbers of scans by slot, and by operating system. */
export type ScanSums = { verify: Map<number, number>; redirect: Map<number, number>; os: Map<string, number> }
export const noSums = (): ScanSums => ({ verify: new Map(), redirect: new Map(), os: new Map() })
export const addTo = <K>(sums: Map<K, number>, key: K, n: number) => sums.set(key, (sums.get(key) ?? 0) + n)
export const osName = (number: number): string => osNames[number - 1] ?? 'Unknown'

/**
 * Whether a scan `s` counts as suspicious: the code was unknown or not active, or a case about it had been opened. The case of
 * a scan is opened some moments after the scan is stored. All later readers of the scan get the same result. `offset 0` keeps the
 * search of each code in its index.
 */
export const isSuspicious = sql`(s.verdict in ('u', 'n') or exists (
  select from verdict_case c where c.address = s.address and c.created_at <= s.at + interval '30 seconds' offset 0))`

/** The condition for scans `s` of a scope. */
export function scanned({ merchantId, from, to, skuIds, placeIds }: Scope): SQL {
  return sql.join(
    [
      sql`s.at >= ${slotTime(from)}::timestamptz and s.at < ${slotTime(to)}::timestamptz and s.merchant_id = ${merchantId}`,
      ...(skuIds ? [sql`s.sku_id = any(${uuidArray(skuIds)})`] : []),
      ...(placeIds ? [sql`s.place_id = any(${arrayText(placeIds)}::int[])`] : []),
    ],
    sql` and `,
  )
}

/** Adds the scans of a scope, counted one by one. */
export async function addRawSums(tx: Tx, sums: ScanSums, where: SQL): Promise<void> {
  const { rows } = await tx.execute<{ slot: number; kind: string; os: number; n: number }>(sql`
    select floor(extract(epoch from s.at) / 900)::int as slot, s.kind::text as kind, s.os, count(*)::int as n
    from scan s where ${where} group by 1, 2, 3`)
  for (const { slot, kind, os, n } of rows) {
    addTo(kind === 'v' ? sums.verify : sums.redirect, slot, n)
    addTo(sums.os, osName(os), n)
  }
}

type ScanRow = {
  id: string
  name: string
  sku: string
  kind: string
  city: string | null
  country: string | null
  at: Date
  lat: number | null
  lng: number | null
  suspicious: boolean
}

/** Scans, the newest first. @param where a condition for `s` @param search a condition for `s`, its SKU `k` and its place `p` */
export async function rawScans(
  tx: Tx,
  where: SQL,
  { search = sql`true`, limit, offset }: { search?: SQL; limit: number; offset: number },
): Promise<InsightsScan[]> {
  const { rows } = await tx.execute<ScanRow>(sql`
    select (extract(epoch from s.at) * 1000000)::bigint || '-' || right(s.address::text, 12) as id, k.name, k.sku, s.kind::text as kind,
      p.city, p.country, s.at, p.lat, p.lng, ${isSuspicious} as suspicious
    from scan s join sku k on k.merchant_id = s.merchant_id and k.id = s.sku_id left join scan_place p on p.id = s.place_id
    where ${where} and ${search} order by s.at desc, s.ctid desc limit ${limit} offset ${offset}`)
  return rows.map(({ id, name, sku, kind, city, country, at, lat, lng, suspicious }) => ({
    ...{ id, SKU: `${name} - ${sku}`, Action: kind === 'v' ? 'VERIFY' : 'REDIRECT' },
    ...{ Location: city ?? '', Country: countryLabel(country ?? '') },
    ...{ Time: new Date(at).toISOString(), lat, lng, suspicious },
  }))
}
