import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { scan, scanPlace } from '#server/verify/table.ts'
import type { ScanEntry } from '#shared/verdict/contract.ts'

type Page = { page: number; limit: number }

/** One page of the scans of a code, the newest first. */
export async function listScans(
  tx: Tx,
  { merchantId, address }: { merchantId: string; address: string },
  { page, limit }: Page,
): Promise<{ rows: ScanEntry[]; total: number }> {
  const where = and(eq(scan.merchantId, merchantId), eq(scan.address, address))
  const total = await tx.$count(scan, where)
  const offset = (page - 1) * limit
  // Rows are only added, so their physical order separates rows of the same moment.
  const rows = await tx
    .select({ row: scan, country: scanPlace.country, city: scanPlace.city })
    .from(scan)
    .leftJoin(scanPlace, eq(scanPlace.id, scan.placeId))
    .where(where)
    .orderBy(desc(scan.at), sql`${scan}.ctid desc`)
    .limit(limit)
    .offset(offset)
  const visitors = [...new Set(rows.map(({ row }) => row.visitor))]
  return {
    rows: rows.map(({ row: { at, kind, verdict, os, visitor }, country, city }, place) => ({
      number: total - offset - place,
      ...{ at: at.toISOString(), kind, verdict, country: country || null, city: city || null, os },
      visitor: visitors.indexOf(visitor) + 1,
    })),
    total,
  }
}
