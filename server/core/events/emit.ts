import type { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { EventType } from '#shared/core/domain-event.ts'

/** What happened to one aggregate: `subject` is its id. */
type Occurrence<T extends EventType> = { merchantId: string; subject: string; data: z.input<T['data']> }

/**
 * Tells the subscribers of an event, in the transaction in which it happened: without a commit there is no event. One statement
 * for any number of occurrences, and none for none.
 *
 * The subscribers get the events of a subject in the order of the calls if the caller holds a lock of its row until the commit.
 *
 * @example
 * import { orderFinished } from '#shared/order/events.ts'
 * const world = await testApp()
 * const { merchantId } = await world.confirmedMerchant()
 * const order = { id: crypto.randomUUID(), number: 'A7K2-9QXW' }
 * await world.services.db.tenant(merchantId, (tx) =>
 *   emit(tx, orderFinished, [{ merchantId, subject: order.id, data: { number: order.number } }]))
 * await world.deliverEvents()
 * const told = await world.database.query('select name from notification where merchant_id = $1', [merchantId])
 * told.rows // => [{ name: 'A7K2-9QXW' }]
 */
export async function emit<T extends EventType>(tx: Tx, type: T, occurrences: readonly Occurrence<T>[]): Promise<void> {
  if (occurrences.length === 0) return
  const rows = occurrences.map(({ merchantId, subject, data }) => ({
    merchant_id: merchantId,
    subject,
    data: type.data.parse(data),
  }))
  await tx.execute(emission(type, sql`select * from ${recordset(rows, 'merchant_id uuid, subject uuid, data jsonb')}`))
}

/**
 * The same as a part of a larger statement, where another statement would cost too much.
 *
 * @param occurrences selects `merchant_id`, `subject` and `data`, in this order
 */
export const emission = ({ name }: EventType, occurrences: SQL): SQL => sql`
  insert into domain_event (merchant_id, name, subject, data)
  select merchant_id, ${name}, subject, data from (${occurrences}) as occurrence (merchant_id, subject, data)`
