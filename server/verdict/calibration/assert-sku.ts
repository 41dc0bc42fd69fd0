import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { sku } from '#server/sku/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { verdictProblems } from '#shared/verdict/contract.ts'

/** @throws 404 for a SKU of nobody or of another merchant */
export async function assertSku(tx: Tx, merchantId: string, id: string): Promise<void> {
  const own = await tx.$count(sku, and(eq(sku.merchantId, merchantId), eq(sku.id, id)))
  if (own === 0) throw new Problem(verdictProblems.noSku)
}
