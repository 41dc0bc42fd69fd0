import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { countryLabel, type Scope } from '#server/insights/scope.ts'
import { readWatermark, type Watermark } from '#server/insights/sums/scan-sums.ts'
import type { InsightsScan } from '#shared/insights/contract.ts'
import { scanCondition } from './scan-condition.ts'
import { countsOf, findSearched, searched } from './scan-search.ts'
import { type ScanWindow, scanWindow, windowsOf } from './scan-windows.ts'
import { suspiciousScanCondition } from './suspicious-scan.ts'

type ScanRow = {
  id: string
  name: string | null
  sku: string | null
  kind: string
  city: string | null
  country: string | null
  at: Date
  lat: number | null
  lng: number | null
  suspicious: boolean
}

/** The scans of a window of a scope, the newest first. @param where another condition for `s` */
async function readWindow(
  tx: Tx,
  scope: Scope,
  { from, to, skip }: Pick<ScanWindow, 'from' | 'to' | 'skip'>,
  { limit, watermark, where = sql`true` }: { limit: number; watermark: Watermark; where?: SQL },
): Promise<InsightsScan[]> {
  // A page has as many rows as were counted for it.
  const counted = watermark?.isOld ? sql`s.at < ${watermark.countedTo}::timestamptz` : sql`true`
  const { rows } = await tx.execute<ScanRow>(sql`
    select (extract(epoch from s.at) * 1000000)::bigint || '-' || right(s.address::text, 12) as id, k.name, k.sku, s.kind::text as kind,
      p.city, p.country, s.at, p.lat, p.lng, ${suspiciousScanCondition} as suspicious
    from (select s.*, s.ctid as place_in_log from scan s where ${scanCondition({ ...scope, from, to })} and ${where} and ${counted}
      order by s.at desc, s.ctid desc limit ${limit} offset ${skip}) s
    left join sku k on k.merchant_id = s.merchant_id and k.id = s.sku_id left join scan_place p on p.id = s.place_id
    order by s.at desc, s.place_in_log desc`)
  return rows.map(({ id, name, sku, kind, city, country, at, lat, lng, suspicious }) => ({
    id,
    SKU: name === null ? '' : `${name} - ${sku}`,
    Action: kind === 'v' ? 'VERIFY' : 'REDIRECT',
    Location: city ?? '',
    Country: countryLabel(country ?? ''),
    Time: new Date(at).toISOString(),
    lat,
    lng,
    suspicious,
  }))
}

/** The newest scans of a scope. @param counts its scans by slot */
export async function readNewest(
  tx: Tx,
  scope: Scope,
  { counts, limit, watermark }: { counts: Uint32Array; limit: number; watermark: Watermark },
): Promise<InsightsScan[]> {
  const window = scanWindow(counts, scope.from, { offset: 0, limit })
  return window ? readWindow(tx, scope, window, { limit, watermark }) : []
}

/** A page of the scans of a scope, the newest first. */
export async function scanPage(
  tx: Tx,
  scope: Scope,
  { offset, limit, search }: { offset: number; limit: number; search?: string | undefined },
): Promise<{ rows: InsightsScan[]; total: number }> {
  const watermark = await readWatermark(tx)
  const found = search ? await findSearched(tx, scope.merchantId, search) : undefined
  const counts = await countsOf(tx, scope, watermark, found)
  const window = scanWindow(counts, scope.from, { offset, limit })
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (!window) return { rows: [], total }
  const where = found && searched(found)
  return { rows: await readWindow(tx, scope, window, { limit, watermark, ...(where && { where }) }), total }
}

const rowsPerChunk = 1000

/** All scans of a scope in chunks, the newest first. */
export async function* eachScan(tx: Tx, scope: Scope): AsyncGenerator<InsightsScan[]> {
  const watermark = await readWatermark(tx)
  const counts = await countsOf(tx, scope, watermark)
  for (const { scans, ...window } of windowsOf(counts, scope.from, rowsPerChunk)) {
    // A quarter-hour can have more scans than a chunk.
    for (let skip = 0; skip < scans; skip += rowsPerChunk)
      yield readWindow(tx, scope, { ...window, skip }, { limit: Math.min(rowsPerChunk, scans - skip), watermark })
  }
}
