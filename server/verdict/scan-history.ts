import type { Tx } from '#server/core/db/database.ts'
import { and, count, desc, eq, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { byPeople, scan, scanPlace } from '#server/scan/table.ts'
import type { ScansOfCode } from '#shared/verdict/contract.ts'

type Page = { page: number; limit: number }

/** One page of the scans of a code that count, the newest first, and the numbers of the others. */
export async function listScans(
  tx: Tx,
  { merchantId, address }: { merchantId: string; address: string },
  { page, limit }: Page,
): Promise<ScansOfCode> {
  const ofCode = and(eq(scan.merchantId, merchantId), eq(scan.address, address))
  const numberOf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`
  const [{ total, own, all } = { total: 0, own: 0, all: 0 }] = await tx
    .select({ total: numberOf(byPeople), own: numberOf(eq(scan.kind, 'OWN')), all: count() })
    .from(scan)
    .where(ofCode)
  const offset = (page - 1) * limit
  // Rows are only added, so their physical order separates rows of the same moment.
  const rows = await tx
    .select({ row: scan, country: scanPlace.country, city: scanPlace.city })
    .from(scan)
    .leftJoin(scanPlace, eq(scanPlace.id, scan.placeId))
    .where(and(ofCode, byPeople))
    .orderBy(desc(scan.at), sql`${scan}.ctid desc`)
    .limit(limit)
    .offset(offset)
  const visitors = [...new Set(rows.map(({ row }) => row.visitor))]
  return {
    rows: rows.map(({ row: { at, kind, verdict, os, visitor }, country, city }, place) => ({
      number: total - offset - place,
      at: at.toISOString(),
      kind,
      verdict,
      country: country || null,
      city: city || null,
      os,
      visitor: visitors.indexOf(visitor) + 1,
    })),
    total,
    own,
    automatic: all - own - total,
  }
}
