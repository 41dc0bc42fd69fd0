import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq, sql } from '#server/core/drizzle/orm.ts'
import { sku } from '#server/sku/table.ts'
import { type CustomizedSku, maxCustomizedSkus } from '#shared/customization/contract.ts'

/** The products whose page was designed, the newest first. The index `sku_customized` has no other products. */
export async function listCustomized(
  tx: Tx,
  merchantId: string,
  search: string | undefined,
): Promise<{ rows: CustomizedSku[]; hasMore: boolean }> {
  const isDraft = sql<boolean>`${sku.details} -> 'customization' ->> 'isDraft' = 'true'`
  const rows = await tx
    .select({ id: sku.id, name: sku.name, sku: sku.sku, isDraft })
    .from(sku)
    .where(
      and(
        eq(sku.merchantId, merchantId),
        sql`(${sku.details} -> 'customization') is not null`,
        search ? sql`strpos(${sku.words}, lower(${search})) > 0` : undefined,
      ),
    )
    .orderBy(desc(sku.createdAt), desc(sku.id))
    .limit(maxCustomizedSkus + 1)
  return {
    rows: rows
      .slice(0, maxCustomizedSkus)
      .map(({ isDraft, ...row }) => ({ ...row, status: isDraft ? 'draft' : 'published' })),
    hasMore: rows.length > maxCustomizedSkus,
  }
}
