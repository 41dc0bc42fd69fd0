import { and, eq, sql } from 'drizzle-orm'
import { activationBatch } from '#server/activation/table.ts'
import type { Tx } from '#server/core/db.ts'
import { codeOrder } from '#server/order/table.ts'
import { sku } from '#server/sku/table.ts'
import type { RecallScope } from '#shared/verdict/contract.ts'

const tables = { order: codeOrder, batch: activationBatch, sku }

/** A merchant recalls what is its own. */
export async function targetExists(
  tx: Tx,
  merchantId: string,
  { scope, target }: { scope: RecallScope; target: string },
): Promise<boolean> {
  const table = tables[scope]
  return (await tx.$count(table, and(eq(table.merchantId, merchantId), eq(table.id, target)))) > 0
}

/** What people call the thing that is recalled. */
export const recallName = sql<string | null>`case recall.scope
  when 'order' then (select o.order_id from code_order o where o.merchant_id = recall.merchant_id and o.id = recall.target)
  when 'batch' then (select b.identifier from activation_batch b where b.merchant_id = recall.merchant_id and b.id = recall.target)
  else (select s.name || ' (' || s.sku || ')' from sku s where s.merchant_id = recall.merchant_id and s.id = recall.target) end`
