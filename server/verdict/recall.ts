import { contactOf } from '#server/business/service.ts'
import type { Tx } from '#server/core/db/database.ts'
import { asNumber } from '#server/core/db/sql-params.ts'
import { and, eq, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { mainProductOf, productOf, productsOfOrders } from '#server/order/service.ts'
import type { Recall, RecallScope, RecallSubject } from '#shared/verdict/contract.ts'
import type { recallEnded, recallStarted } from '#shared/verdict/events.ts'
import { recall } from './table.ts'

type Target = { scope: RecallScope; target: string }
type SubjectCounts = Omit<RecallSubject, 'contact'>
type SubjectRow = SubjectCounts & Parameters<typeof contactOf>[0]

/** Units are counted with an index, or were counted at activation. */
const subjects: Record<RecallScope, (merchantId: string, id: string) => SQL> = {
  order: (merchantId, id) => sql`
    select o.order_id as name, o.order_id as typed, o.activated as units, ${sql.raw(mainProductOf('o'))} as "skuId"
    from code_order o where o.merchant_id = ${merchantId} and o.id = ${id}`,
  batch: (merchantId, id) => sql`
    select b.identifier as name, b.identifier as typed,
      ${asNumber(sql`select count(*) from activation a where a.batch_id = b.id`)} as units,
      (select ${sql.raw(productOf('c', 'o'))} from code c join code_order o on o.id = c.order_id where c.address = b.addresses[1]) as "skuId"
    from activation_batch b where b.merchant_id = ${merchantId} and b.id = ${id}`,
  sku: (merchantId, id) => sql`
    select s.name || ' (' || s.sku || ')' as name, s.sku as typed, s.id as "skuId",
      ${asNumber(sql`select coalesce(sum(o.activated), 0) from (${productsOfOrders(sql`s.merchant_id`)}) o where o.sku_id = s.id`)} as units
    from sku s where s.merchant_id = ${merchantId} and s.id = ${id}`,
}

/** A merchant recalls its own subjects only. All others are not found. */
export async function findSubject(
  tx: Tx,
  merchantId: string,
  { scope, target }: Target,
): Promise<RecallSubject | undefined> {
  const { rows } = await tx.execute<SubjectRow>(sql`
    select subject.*, m.name as business, coalesce(b.verified, false) as verified,
      b.details ->> 'email' as email, b.details ->> 'contactNo' as phone, b.details ->> 'country' as country
    from (${subjects[scope](merchantId, target)}) subject
    join merchant m on m.id = ${merchantId}
    left join business b on b.merchant_id = m.id`)
  const [found] = rows
  return found && { ...found, contact: contactOf(found) }
}

const nameOf = (product: SQL) => sql<string | null>`case recall.scope
  when 'order' then (select o.order_id from code_order o where o.merchant_id = recall.merchant_id and o.id = recall.target)
  when 'batch' then (select b.identifier from activation_batch b where b.merchant_id = recall.merchant_id and b.id = recall.target)
  else (select ${product} from sku s where s.merchant_id = recall.merchant_id and s.id = recall.target) end`

/** The number or name that people use for the subject. */
export const recallName = nameOf(sql`s.name || ' (' || s.sku || ')'`)

/** Tells the other domains of a recall. A product is named without its SKU. */
export async function tellRecall(
  tx: Tx,
  type: typeof recallStarted | typeof recallEnded,
  { id: subject, merchantId }: typeof recall.$inferSelect,
): Promise<void> {
  const [named] = await tx
    .select({ name: nameOf(sql`s.name`) })
    .from(recall)
    .where(and(eq(recall.merchantId, merchantId), eq(recall.id, subject)))
  await emit(tx, type, [{ merchantId, subject, data: { name: named?.name ?? '' } }])
}

export function viewRecall(row: typeof recall.$inferSelect, name: string | null): Recall {
  const { id, scope, target, message, createdAt, publicAt, endedAt, endReason } = row
  return {
    id,
    scope,
    target,
    message,
    name: name ?? '',
    createdAt: createdAt.toISOString(),
    publicAt: publicAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endReason,
  }
}

/** The database's clock decides when shoppers see a recall. The clocks of processes may differ. */
export async function serverNow(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ now: string }>(sql`select clock_timestamp() as now`)
  return new Date(rows[0]!.now).toISOString()
}
