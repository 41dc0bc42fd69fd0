import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { merchant } from '#server/auth/table.ts'
import type { Tx } from '#server/core/db.ts'
import { trademark } from '#server/trademark/table.ts'
import { Problem } from '#shared/core/problem.ts'
import { Certificate, Sku, skuProblems } from '#shared/sku/contract.ts'
import { sku, skuCertificate } from './table.ts'

export function selectSkus(tx: Tx) {
  return tx
    .select({ row: sku, business: merchant.name, mark: trademark })
    .from(sku)
    .innerJoin(merchant, eq(merchant.id, sku.merchantId))
    .innerJoin(trademark, and(eq(trademark.merchantId, sku.merchantId), eq(trademark.id, sku.trademarkId)))
    .$dynamic()
}
type Found = { row: typeof sku.$inferSelect; business: string; mark: typeof trademark.$inferSelect }

/** Views of rows with their certificates: one query for all of them. */
export async function viewSkus(tx: Tx, found: Found[]): Promise<Sku[]> {
  const ids = found.map(({ row }) => row.id)
  const certificates = ids.length
    ? await tx
        .select()
        .from(skuCertificate)
        .where(inArray(skuCertificate.skuId, ids))
        .orderBy(skuCertificate.createdAt, skuCertificate.id)
    : []
  const ofSku = Map.groupBy(certificates, (certificate) => certificate.skuId)
  return found.map(({ row, business, mark }) =>
    Sku.parse({
      id: row.id,
      merchant: row.merchantId,
      business_name: business,
      name: row.name,
      sku: row.sku,
      trademarkId: row.trademarkId,
      trademark: { registration_name: mark.registrationName, status: mark.status },
      active: row.active,
      details: { images: [], sku_details: {}, sku_details_order: [], verify_url: '', ...row.details },
      certificates: (ofSku.get(row.id) ?? []).map((certificate) => Certificate.parse(certificate)),
      createdAt: row.createdAt.toISOString(),
    }),
  )
}

export async function findSku(tx: Tx, condition: SQL | undefined): Promise<Sku> {
  const [view] = await viewSkus(tx, await selectSkus(tx).where(condition))
  if (!view) throw new Problem(skuProblems.notFound)
  return view
}
