import type { Database } from '#server/core/db/database.ts'
import { asNumber, uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { mainProductOf } from '#server/order/service.ts'
import type { FoundPattern } from '#server/pattern/cases/found-pattern.ts'
import { addLooks, countLooks, type LooksAbroad } from './count-looks.ts'
import { type Arrival, type ComparedOrder, diversionsOf, shippedOrders } from './diversions.ts'

/** One statement reads the scans of this time: whole days, so that none is counted twice. */
const daysPerStatement = 7
/** Each order is compared once in this number of days. */
const everyDays = 7
/** Orders with fewer scanned codes are not compared. */
const scannedCodes = 10
const dayMs = 86_400_000

type Progress = { signal: AbortSignal; heartbeat(): Promise<void> }
type OrderRow = ComparedOrder & { prefix: string; createdAt: number }

/**
 * Compares where codes were looked at with where their goods were shipped, for brands that record shipments and whose country is
 * known. One pass over the scans reads all orders whose turn it is.
 */
export async function findDiversions(
  db: Pick<Database, 'read'>,
  today: string,
  { signal, heartbeat }: Progress,
): Promise<FoundPattern[]> {
  const orders = await ordersOf(db, today)
  if (orders.length === 0) return []
  const sums = new Map<string, LooksAbroad>()
  const { rows } = await db.read.execute<{ first: number }>(
    sql`select extract(epoch from min(at))::float8 * 1000 as first from scan`,
  )
  const starts = Math.max(rows[0]!.first, Math.min(...orders.map(({ createdAt }) => createdAt)))
  for (let at = Math.floor(starts / dayMs) * dayMs; at < Date.parse(today); at += daysPerStatement * dayMs) {
    signal.throwIfAborted()
    const to = Math.min(at + daysPerStatement * dayMs, Date.parse(today))
    const window = { from: new Date(at).toISOString(), to: new Date(to).toISOString() }
    addLooks(sums, await countLooks(db.read, orders, window))
    await heartbeat()
  }
  const ofOrder = Map.groupBy(sums.values(), ({ orderId }) => orderId)
  const found: FoundPattern[] = []
  for (const order of orders) {
    const looks = ofOrder.get(order.id) ?? []
    const delivered = looks.flatMap(({ state, shipment }) => (state === 'after' && shipment ? [shipment] : []))
    const arrivals = await arrivalsOf(db, [...new Set(delivered)])
    for (const { addresses, ...one } of diversionsOf(order, looks, arrivals)) {
      const serials = await serialsOf(db, addresses)
      found.push({ ...one, serials, firstSerial: serials[0]!, lastSerial: serials.at(-1)! })
    }
  }
  return found
}

/** All addresses of an order begin with the prefix of the order. */
const isShipped = (prefix: SQL) => sql`exists (
  select from logistic_item i join logistic l on l.id = i.logistic_id
  where i.address between rpad(encode(${prefix}, 'hex'), 32, '0')::uuid and rpad(encode(${prefix}, 'hex'), 32, 'f')::uuid
    and l.removed_at is null and l.shipped_at is not null)`

/** Nothing can be said about an order that was never shipped by a merchant who hardly ships. */
async function ordersOf(db: Pick<Database, 'read'>, today: string): Promise<OrderRow[]> {
  const { rows } = await db.read.execute<OrderRow>(sql`
    with scanned as (
      select order_id from pattern_block group by 1
      having max(day) >= ${today}::date - ${everyDays}::int and sum(bit_count(scanned::bit(64))) >= ${scannedCodes}::int
        and (hashtext(order_id::text) & 1023) % ${everyDays}::int = (${today}::date - date '2000-01-01') % ${everyDays}::int
    )
    select * from (
      select o.id, o.merchant_id as "merchantId", ${sql.raw(mainProductOf('o'))} as "skuId", encode(o.prefix, 'hex') as prefix,
        upper(b.details ->> 'country') as home, ${isShipped(sql`o.prefix`)} as "isShipped",
        ${asNumber(sql`extract(epoch from o.created_at)`)} * 1000 as "createdAt",
        (select count(*)::int from (select from code_order other where other.merchant_id = o.merchant_id and other.id <> o.id
          and ${isShipped(sql`other.prefix`)} limit 3) shipped) as "otherShipped"
      from scanned join code_order o on o.id = scanned.order_id
      join business b on b.merchant_id = o.merchant_id and b.details ->> 'country' ~ '^[A-Za-z]{2}$'
      where exists (select from logistic l where l.merchant_id = o.merchant_id and l.removed_at is null and l.shipped_at is not null)
    ) compared where "skuId" is not null and ("isShipped" or "otherShipped" >= ${shippedOrders}::int) order by id`)
  return rows
}

/** Where shipments arrived: the place from which somebody scanned one of their codes and said so. */
async function arrivalsOf(db: Pick<Database, 'read'>, shipments: readonly string[]): Promise<Map<string, Arrival>> {
  if (shipments.length === 0) return new Map()
  const { rows } = await db.read.execute<Arrival & { id: string }>(sql`
    select distinct on (l.id) l.id, l.identifier, p.country, p.lat, p.lng
    from logistic l join logistic_claim claim on claim.logistic_id = l.id and claim.kind = 'arrived'
    join scan s on s.address = claim.address and s.at between claim.created_at - interval '1 hour' and claim.created_at
    join scan_place p on p.id = s.place_id and p.country <> ''
    where l.id = any (${uuidArray(shipments)}) order by l.id, s.at desc`)
  return new Map(rows.map((row) => [row.id, row]))
}

async function serialsOf(db: Pick<Database, 'read'>, addresses: readonly string[]): Promise<number[]> {
  const { rows } = await db.read.execute<{ serial: number }>(sql`
    select serial_no as serial from code where address = any (${uuidArray(addresses)}) order by 1`)
  return rows.map(({ serial }) => serial)
}
