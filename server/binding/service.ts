import { lockActivations } from '#server/activation/service.ts'
import { hasVerifiedDocuments } from '#server/business/service.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import type { WriteResult } from '#server/core/db/write-result.ts'
import { and, eq, inArray, type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { PgColumn } from '#server/core/drizzle/pg-core.ts'
import { contentHash } from '#server/core/http/idempotency.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { sku } from '#server/sku/table.ts'
import { type Binding, type BindingInput, bindingProblems } from '#shared/binding/contract.ts'
import { bindingQuotas } from '#shared/binding/quotas.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { type BindingReader, checkBinding } from './check.ts'
import { binding } from './table.ts'

/**
 * Binds blank codes to a product, or changes nothing if one of them cannot be bound. The product of a code can change until the
 * code is activated. Codes that have the product already stay as they are.
 */
export async function createBinding(
  tx: Tx,
  owner: QuotaOwner,
  input: BindingInput,
  read: BindingReader,
): Promise<WriteResult & { status: 'applied' | 'unchanged' }> {
  const { merchantId } = owner
  const { id = uuid7(), ...wanted } = input
  const draftHash = contentHash(wanted)
  // An activation reads the product of its codes: it must not change while they wait for it.
  await lockActivations(tx, merchantId)
  const [stored] = await tx
    .select({ hash: binding.draftHash, ver: binding.ver })
    .from(binding)
    .where(and(eq(binding.merchantId, merchantId), eq(binding.id, id)))
  if (stored && !stored.hash.equals(draftHash)) throw new Problem(coreProblems.idTaken)
  if (stored) return { id, status: 'unchanged', version: stored.ver }
  await assertQuota(tx, owner, bindingQuotas.bindings)
  await assertProduct(tx, merchantId, wanted.skuId)
  const { asked, quantity, count, errors } = await checkBinding(tx, merchantId, wanted, read)
  if (count > 0) throw new Problem(bindingProblems.badRows, { count, errors })
  const changed = await bindCodes(tx, merchantId, wanted.skuId, asked)
  const [made] = await tx
    .insert(binding)
    .values({ id, merchantId, skuId: wanted.skuId, quantity, changed, draftHash })
    .onConflictDoNothing({ target: binding.id })
    .returning({ ver: binding.ver })
  if (!made) throw new Problem(coreProblems.idTaken)
  return { id, status: 'applied', version: made.ver }
}

/** The rules of a product are those of an order for it. */
async function assertProduct(tx: Tx, merchantId: string, id: string): Promise<void> {
  const [product] = await tx
    .select()
    .from(sku)
    .where(and(eq(sku.merchantId, merchantId), eq(sku.id, id)))
  if (!product) throw new Problem(bindingProblems.noSku)
  if (!product.active) throw new Problem(bindingProblems.inactiveSku, { sku: product.sku })
  if (!(await hasVerifiedDocuments(tx, merchantId, product.trademarkId))) throw new Problem(bindingProblems.unverified)
}

/** Writes the product of checked codes and what is counted of it. Returns how many codes it changes. */
async function bindCodes(tx: Tx, merchantId: string, skuId: string, asked: SQL): Promise<number> {
  // In the order in which activations lock them.
  await tx.execute(sql`
    select from bound_product where merchant_id = ${merchantId} and order_id in (
      select c.order_id from (${asked}) asked join code c on c.address = asked.address)
    order by order_id, sku_id for update`)
  const { rows } = await tx.execute<{ changed: number }>(sql`
    with changing as materialized (
      select c.address, c.order_id, c.serial_no, b.sku_id as before
      from (${asked}) asked
      join code c on c.address = asked.address and c.merchant_id = ${merchantId}
      join code_order o on o.id = c.order_id and o.sku_id is null
      left join code_binding b on b.address = c.address
      where b.sku_id is distinct from ${skuId}
    ), written as (
      insert into code_binding (address, merchant_id, order_id, serial_no, sku_id)
      select address, ${merchantId}, order_id, serial_no, ${skuId} from changing order by address
      on conflict (address) do update set sku_id = excluded.sku_id
    ), lowered as (
      update bound_product p set bound = p.bound - lost.codes
      from (select order_id, before, count(*)::int as codes from changing where before is not null group by 1, 2) lost
      where p.order_id = lost.order_id and p.sku_id = lost.before
    ), raised as (
      insert into bound_product as p (order_id, sku_id, merchant_id, bound)
      select order_id, ${skuId}, ${merchantId}, count(*)::int from changing group by order_id order by order_id
      on conflict (order_id, sku_id) do update set bound = p.bound + excluded.bound
    )
    select count(*)::int as changed from changing`)
  return rows[0]!.changed
}

/** The page of the requests, the newest first. */
export async function listBindings(tx: Tx, merchantId: string, query: Pick<PageQuery, 'page' | 'limit'>) {
  const where = eq(binding.merchantId, merchantId)
  const order = { columns: [binding.createdAt, binding.id], descending: true } as const
  const { ids, total } = await pageOfIds(tx, binding, { where, order }, query)
  const found = await readBindings(tx, merchantId, inArray(binding.id, ids))
  return { rows: inOrderOf(ids, found, ({ id }) => id).map(({ ver: _, ...row }): Binding => row), total }
}

/** Requests with their products and versions. */
export async function readBindings(
  tx: Tx,
  merchantId: string,
  condition: SQL | undefined,
): Promise<(Binding & { ver: number })[]> {
  const found = await tx
    .select({ row: binding, product: { name: sku.name, sku: sku.sku } })
    .from(binding)
    .innerJoin(sku, and(eq(sku.merchantId, binding.merchantId), eq(sku.id, binding.skuId)))
    .where(and(eq(binding.merchantId, merchantId), condition))
  return found.map(({ row: { id, skuId, quantity, changed, ver, createdAt }, product }) => ({
    ...{ id, skuId, quantity, changed, ver, sku: product },
    createdAt: createdAt.toISOString(),
  }))
}

/** The condition that blank codes are bound to a product, or were. */
export const hasBoundCodes = (product: { merchantId: PgColumn; id: PgColumn }): SQL => sql`
  exists (select from binding where binding.merchant_id = ${product.merchantId} and binding.sku_id = ${product.id})`
