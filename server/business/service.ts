import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import { trademark } from '#server/trademark/table.ts'
import { business } from './table.ts'

/** Whether the documents behind a product are approved: the business, and the trademark the product stands under. */
export async function documentsVerified(tx: Tx, merchantId: string, trademarkId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: business.id })
    .from(business)
    .innerJoin(trademark, eq(trademark.merchantId, business.merchantId))
    .where(
      and(
        eq(business.merchantId, merchantId),
        eq(business.verified, true),
        eq(trademark.id, trademarkId),
        eq(trademark.status, 'Approved'),
      ),
    )
    .limit(1)
  return rows.length > 0
}
