import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { InsightsScan } from '#shared/insights/contract.ts'
import { rawScans, scanned } from './raw-scans.ts'
import type { Scope } from './scope.ts'

/** A page of the scans of a scope, the newest first. */
export async function scanPage(
  tx: Tx,
  scope: Scope,
  page: { offset: number; limit: number; search?: string | undefined },
): Promise<{ rows: InsightsScan[]; total: number }> {
  const { offset, limit } = page
  const search = page.search
    ? sql`strpos(lower(concat_ws(' ', k.name, '-', k.sku, p.city, case s.kind when 'v' then 'VERIFY' else 'REDIRECT' end)), lower(${page.search})) > 0`
    : sql`true`
  const where = scanned(scope)
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from scan s join sku k on k.merchant_id = s.merchant_id and k.id = s.sku_id
    left join scan_place p on p.id = s.place_id where ${where} and ${search}`)
  return { rows: await rawScans(tx, where, { search, offset, limit }), total: rows[0]!.total }
}

const rowsPerChunk = 1000

/** All scans of a scope in chunks, the newest first. */
export async function* eachScan(tx: Tx, scope: Scope): AsyncGenerator<InsightsScan[]> {
  const where = scanned(scope)
  for (let offset = 0; ; offset += rowsPerChunk) {
    const rows = await rawScans(tx, where, { offset, limit: rowsPerChunk })
    yield rows
    if (rows.length < rowsPerChunk) return
  }
}
