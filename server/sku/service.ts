import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, inArray, type SQL } from '#server/core/drizzle/orm.ts'
import type { Reviewable } from '#server/review/service.ts'
import { trademark } from '#server/trademark/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { ReviewStatus } from '#shared/review/status.ts'
import { Sku, skuProblems } from '#shared/sku/contract.ts'
import { sku, skuCertificate } from './table.ts'

export function selectSkus(tx: Tx) {
  return tx
    .select({ row: sku, business: merchant.name, mark: trademark })
    .from(sku)
    .innerJoin(merchant, eq(merchant.id, sku.merchantId))
    .innerJoin(trademark, and(eq(trademark.merchantId, sku.merchantId), eq(trademark.id, sku.trademarkId)))
    .$dynamic()
}
type SkuRow = { row: typeof sku.$inferSelect; business: string; mark: typeof trademark.$inferSelect }

/** Views of rows with their certificates, read in one query. */
export async function viewSkus(tx: Tx, found: SkuRow[]): Promise<Sku[]> {
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
      ...row,
      merchant: row.merchantId,
      business_name: business,
      trademark: { registration_name: mark.registrationName, status: mark.status },
      details: { images: [], sku_details: {}, sku_details_order: [], verify_url: '', ...row.details },
      certificates: (ofSku.get(row.id) ?? []).map(({ reviewNote, ...certificate }) => ({
        ...certificate,
        review_note: reviewNote,
      })),
      createdAt: row.createdAt.toISOString(),
    }),
  )
}

export async function findSku(tx: Tx, condition: SQL | undefined): Promise<Sku> {
  const [view] = await viewSkus(tx, await selectSkus(tx).where(condition))
  if (!view) throw new Problem(skuProblems.notFound)
  return view
}

export const reviewedCertificate: Reviewable = {
  kind: 'certificate',
  async lock(tx, id) {
    const [row] = await tx.select().from(skuCertificate).where(eq(skuCertificate.id, id)).for('update')
    if (!row) return undefined
    const { merchantId, type, title, reviewNote: note } = row
    return {
      merchantId,
      name: `${type}: ${title}`,
      title,
      status: ReviewStatus.parse(row.status),
      verifiedBy: null,
      note,
    }
  },
  async set(tx, id, { status, note }) {
    await tx.update(skuCertificate).set({ status, reviewNote: note }).where(eq(skuCertificate.id, id))
  },
}
