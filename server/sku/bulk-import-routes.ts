import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, inArray, or, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import type { Domain } from '#server/domain.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type SkuImport, skuBulkContract, skuBulkProblems } from '#shared/sku/bulk-contract.ts'
import { skuQuotas } from '#shared/sku/quotas.ts'
import { addSkus, checkSkus } from './bulk-import.ts'
import { sku, skuImport } from './table.ts'

export function skuBulkRoutes(app: FastifyInstance, all: readonly Domain[]) {
  serve(app, skuBulkContract, {
    async check({ tx, actor, body }) {
      const errors = await checkSkus(tx, merchantOf(actor), body)
      return { ready: body.length - new Set(errors.map(({ row }) => row)).size, errors }
    },

    async add({ tx, actor, query, body, request }) {
      await assertQuota(tx, quotaOwnerOf(actor), skuQuotas.skuImports)
      await assertQuota(tx, quotaOwnerOf(actor), skuQuotas.skus, body.length)
      const { importId, errors } = await addSkus(tx, merchantOf(actor), body, query.name)
      if (errors.length > 0) throw new Problem(skuBulkProblems.badRows, { count: errors.length, errors })
      await audit(tx, request, 'sku.bulk', { subject: importId, data: { file: query.name, count: body.length } })
      return { created: body.length, import: importId }
    },

    async imports({ tx, actor, query }) {
      const own = eq(skuImport.merchantId, merchantOf(actor))
      const { page, limit } = query
      const order = { columns: [skuImport.createdAt, skuImport.id], descending: true } as const
      const { ids, total } = await pageOfIds(tx, skuImport, { where: own, order }, { page, limit })
      const rows = await tx
        .select({ row: skuImport, used: isUsed(tx, all) })
        .from(skuImport)
        .where(inArray(skuImport.id, ids))
      return { rows: inOrderOf(ids, rows, ({ row }) => row.id).map(view), total }
    },

    async undo({ tx, actor, params, request }) {
      const merchantId = merchantOf(actor)
      const own = and(eq(skuImport.merchantId, merchantId), eq(skuImport.id, params.id))
      const [found] = await tx.select().from(skuImport).where(own).for('update')
      if (!found) throw new Problem(skuBulkProblems.notFound)
      if (found.undoneAt) throw new Problem(skuBulkProblems.undone)
      const products = and(eq(sku.merchantId, merchantId), eq(sku.importId, found.id))
      // A running order locks its product: this waits for it, and the check below sees it.
      await tx.select({ id: sku.id }).from(sku).where(products).orderBy(sku.id).for('update')
      const [state] = await tx
        .select({ used: isUsed(tx, all) })
        .from(skuImport)
        .where(own)
      if (state!.used) throw new Problem(skuBulkProblems.used)
      const { rowCount } = await tx.delete(sku).where(products)
      await tx.update(skuImport).set({ undoneAt: sql`now()` }).where(own)
      await audit(tx, request, 'sku.bulkUndo', { subject: found.id, data: { count: rowCount } })
      return { removed: rowCount ?? 0 }
    },
  })
}

/** Whether a domain uses a product of the import: codes were ordered for it. */
function isUsed(tx: Tx, all: readonly Domain[]) {
  const uses = all.flatMap(({ usesSku }) => (usesSku ? [usesSku(sku)] : []))
  const isOfDomain = or(...uses) ?? sql`false`
  const used = tx
    .select({ one: sql`1` })
    .from(sku)
    .where(and(eq(sku.merchantId, skuImport.merchantId), eq(sku.importId, skuImport.id), isOfDomain))
  // `offset 0` keeps a look into the indexes for each import, instead of a join of all products with all orders.
  return sql<boolean>`exists (${used} offset 0)`
}

function view({ row, used }: { row: typeof skuImport.$inferSelect; used: boolean }): SkuImport {
  const { id, name, quantity, createdAt, undoneAt } = row
  return {
    id,
    name,
    quantity,
    used,
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  }
}
