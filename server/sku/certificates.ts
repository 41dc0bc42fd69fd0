import type { z } from 'zod'
import { merchant } from '#server/core/auth/table.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, asc, desc, eq, ilike, or, sql } from '#server/core/drizzle/orm.ts'
import { trademark } from '#server/trademark/table.ts'
import type { ReviewQuery } from '#shared/review/status.ts'
import { SubmittedCertificate } from '#shared/sku/contract.ts'
import { sku, skuCertificate } from './table.ts'

const pending = eq(skuCertificate.status, 'Pending Approval')

/** One page of the certificates of all merchants, each with its product. */
export async function listCertificates(
  tx: Tx,
  { page, limit, search, waiting }: z.infer<typeof ReviewQuery>,
): Promise<{ rows: SubmittedCertificate[]; total: number }> {
  const searched = [skuCertificate.title, merchant.name, trademark.registrationName, sku.sku]
  const where = and(
    search ? or(...searched.map((column) => ilike(column, containsPattern(search)))) : undefined,
    waiting && pending,
  )
  const found = await select(tx)
    .where(where)
    .orderBy(desc(pending), (waiting ? asc : desc)(skuCertificate.createdAt), skuCertificate.id)
    .limit(limit)
    .offset((page - 1) * limit)
  const counted = select(tx).where(where).as('counted')
  const [count] = await tx.select({ total: sql<number>`count(*)::int` }).from(counted)
  return { rows: found.map((row) => SubmittedCertificate.parse(row)), total: count!.total }
}

function select(tx: Tx) {
  const { id, skuId, type, title, name, hash, ext, mime, size, status, reviewNote } = skuCertificate
  return tx
    .select({
      id,
      skuId,
      type,
      title,
      name,
      hash,
      ext,
      mime,
      size,
      status,
      review_note: reviewNote,
      merchant: skuCertificate.merchantId,
      business_name: sql<string>`${merchant.name}`.as('business_name'),
      brand: trademark.registrationName,
      sku: sku.sku,
    })
    .from(skuCertificate)
    .innerJoin(merchant, eq(merchant.id, skuCertificate.merchantId))
    .innerJoin(sku, and(eq(sku.merchantId, skuCertificate.merchantId), eq(sku.id, skuCertificate.skuId)))
    .innerJoin(trademark, and(eq(trademark.merchantId, sku.merchantId), eq(trademark.id, sku.trademarkId)))
    .$dynamic()
}
