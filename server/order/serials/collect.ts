import type { Tx } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { and, eq, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { codeOrder } from '#server/order/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { orderProblems } from '#shared/order/contract.ts'
import { normalSerial, serialProblem } from '#shared/order/own-serial.ts'
import { maxSerialErrors, type SerialError, serialProblems } from '#shared/order/serial-contract.ts'

type Sent = { merchantId: string; orderId: string; first: number; serials: readonly string[] }
/** An order with own serials has a product. */
type Collecting = typeof codeOrder.$inferSelect & { skuId: string }
const hasOwnSerials = (order: typeof codeOrder.$inferSelect): order is Collecting => order.ownSerials

/** How much of a text that is no serial number is shown in the report. */
const shownLetters = 100

/**
 * Stores the next own serials of an order: all of a call, or none. Serials that were stored before are compared, so a call
 * can be repeated. The row lock of the order lets two calls follow each other.
 *
 * @param isCode whether a text is a code of this installation
 * @returns whether these were the last ones, after which the codes can be generated
 */
export async function collectSerials(tx: Tx, sent: Sent, isCode: (text: string) => boolean): Promise<boolean> {
  const { merchantId, orderId, first, serials: texts } = sent
  const [order] = await tx
    .select()
    .from(codeOrder)
    .where(and(eq(codeOrder.merchantId, merchantId), eq(codeOrder.id, orderId)))
    .for('update')
  if (!order) throw new Problem(orderProblems.notFound)
  const last = first + texts.length - 1
  if (!hasOwnSerials(order)) throw new Problem(serialProblems.notOwn)
  if (last > order.quantity) throw new Problem(serialProblems.beyond, { quantity: order.quantity })
  if (first > order.collected + 1) throw new Problem(serialProblems.gap, { next: order.collected + 1 })
  const { serials, errors } = readSerials(texts, first, isCode)
  refuse(errors)
  const known = order.collected + 1 - first
  await requireSame(tx, order, first, serials.slice(0, known))
  if (last <= order.collected) return false
  await insertSerials(tx, order, serials.slice(known))
  const isComplete = last === order.quantity
  await tx
    .update(codeOrder)
    .set({ collected: last, ...(isComplete && { state: 'queued' }) })
    .where(eq(codeOrder.id, orderId))
  return isComplete
}

/** What is wrong with serials of a product, each by itself and beside those that are stored. */
export async function checkSerials(
  tx: Tx,
  { merchantId, skuId, texts }: { merchantId: string; skuId: string; texts: readonly string[] },
  isCode: (text: string) => boolean,
): Promise<SerialError[]> {
  const { serials, errors } = readSerials(texts, 1, isCode)
  const bad = new Set(errors.map(({ row }) => row))
  const good = serials.map((serial, at) => (bad.has(at + 1) ? '' : serial))
  const { rows } = await tx.execute<SerialError>(sql`
    select sent.place::int as row, sent.serial, 'used' as problem
    from unnest(${textArray(good)}) with ordinality sent (serial, place)
    join lateral ${sameSerial(merchantId, skuId)} s on true`)
  return [...errors, ...rows].sort((one, other) => one.row - other.row)
}

function readSerials(texts: readonly string[], first: number, isCode: (text: string) => boolean) {
  const serials = texts.map(normalSerial)
  const seen = new Set<string>()
  const errors: SerialError[] = []
  for (const [at, serial] of serials.entries()) {
    const problem = isCode(serial) ? 'code' : (serialProblem(serial) ?? (seen.has(serial) ? 'duplicate' : undefined))
    if (problem) errors.push({ row: first + at, serial: texts[at]!.slice(0, shownLetters), problem })
    seen.add(serial)
  }
  return { serials, errors }
}

function refuse(errors: readonly SerialError[]): void {
  if (errors.length === 0) return
  throw new Problem(serialProblems.badRows, { count: errors.length, errors: errors.slice(0, maxSerialErrors) })
}

/** Serials that arrived with an earlier call must be the same ones. */
async function requireSame(tx: Tx, { id }: Collecting, first: number, serials: readonly string[]): Promise<void> {
  if (serials.length === 0) return
  const { rows } = await tx.execute<{ row: number | null }>(sql`
    select min(${first}::int + sent.place - 1)::int as row
    from unnest(${textArray(serials)}) with ordinality sent (serial, place)
    join lateral (select serial from own_serial where order_id = ${id} and serial_no = ${first}::int + sent.place - 1 offset 0) s
      on s.serial <> sent.serial`)
  const row = rows[0]!.row
  if (row !== null) throw new Problem(serialProblems.other, { row })
}

/** In the order of their texts, so that calls for two orders of a product with the same serials cannot wait for each other. */
async function insertSerials(
  tx: Tx,
  { id, merchantId, skuId, collected }: Collecting,
  serials: readonly string[],
): Promise<void> {
  const sent = sql`unnest(${textArray(serials)}) with ordinality sent (serial, place)`
  const inserted = await tx.execute(sql`
    insert into own_serial (order_id, serial_no, merchant_id, sku_id, serial)
    select ${id}::uuid, ${collected}::int + sent.place, ${merchantId}::uuid, ${skuId}::uuid, sent.serial
    from ${sent} order by sent.serial collate "C"
    on conflict (merchant_id, serial, sku_id) do nothing`)
  if (inserted.rowCount === serials.length) return
  const { rows } = await tx.execute<SerialError>(sql`
    select (${collected}::int + sent.place)::int as row, sent.serial,
      case when s.order_id = ${id} then 'duplicate' else 'used' end as problem
    from ${sent}
    join lateral ${sameSerial(merchantId, skuId)} s on (s.order_id, s.serial_no) <> (${id}::uuid, ${collected}::int + sent.place)
    order by 1`)
  refuse(rows)
}

/** The item of a product with the serial of `sent`: one index lookup for each, with any statistics. */
const sameSerial = (merchantId: string, skuId: string): SQL => sql`(
  select order_id, serial_no from own_serial
  where merchant_id = ${merchantId} and sku_id = ${skuId} and serial = sent.serial offset 0)`
