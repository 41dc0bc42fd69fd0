import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { shoppersScans } from '#server/pattern/sums/count-scans.ts'

/** A visitor who opened more codes of an order on a day works with the goods. */
const shoppersCodes = 2
/** Shipments are entered in days, and a little later than they leave. */
const hoursBefore = 24
/** Codes of each group that a case names. */
const maxAddresses = 200

export type ShippedOrder = { id: string; skuId: string; prefix: string }
export type Window = { from: string; to: string }
/**
 * Looks of shoppers at an order from one country, by the first shipment of their codes: `none` without one, `early` before it left,
 * `after` it arrived, `way` between.
 */
export type LooksAbroad = {
  orderId: string
  state: 'none' | 'early' | 'way' | 'after'
  shipment: string | null
  country: string
  looks: number
  days: number
  /** The mean position, in degrees. */
  lat: number | null
  lng: number | null
  addresses: string[]
}

/** Counts the looks at some orders within whole days. Each visitor counts once a day and code. */
export async function countLooks(
  tx: Tx,
  orders: readonly ShippedOrder[],
  { from, to }: Window,
): Promise<LooksAbroad[]> {
  const { rows } = await tx.execute<LooksAbroad>(sql`
    with orders as (
      select id, decode(prefix, 'hex') as prefix from ${recordset(orders, 'id uuid, prefix text')}
    ), looks as materialized (
      select o.id as order_id, s.address, s.visitor, (s.at at time zone 'UTC')::date as day, min(s.at) as at,
        min(s.place_id) as place_id
      from scan s join orders o on o.prefix = substr(uuid_send(s.address), 1, 5)
      where s.at >= ${from}::timestamptz and s.at < ${to}::timestamptz and ${shoppersScans} and s.place_id <> 0
        and s.sku_id = any (${uuidArray([...new Set(orders.map(({ skuId }) => skuId))])})
      group by 1, 2, 3, 4
    ), opened as (
      select *, count(*) over (partition by order_id, visitor, day) as codes from looks
    ), placed as (
      select opened.order_id, opened.address, opened.day, p.country, p.lat, p.lng, first.id as shipment,
        case when first.id is null then 'none'
          when opened.at < first.shipped_at - ${`${hoursBefore} hours`}::interval then 'early'
          when opened.at > first.delivered_at then 'after' else 'way' end as state
      from opened join scan_place p on p.id = opened.place_id and p.country <> ''
      left join lateral (
        select l.id, l.shipped_at, l.delivered_at from logistic_item i join logistic l on l.id = i.logistic_id
        where i.address = opened.address and l.removed_at is null and l.shipped_at is not null
        order by l.shipped_at limit 1) first on true
      where opened.codes <= ${shoppersCodes}::int
    )
    select order_id as "orderId", state, shipment, country, count(*)::int as looks, count(distinct day)::int as days,
      avg(lat)::float8 as lat, avg(lng)::float8 as lng, (array_agg(distinct address))[1:${maxAddresses}::int] as addresses
    from placed group by 1, 2, 3, 4`)
  return rows
}

/** Adds the looks of another time, whose days are others. */
export function addLooks(sums: Map<string, LooksAbroad>, looks: readonly LooksAbroad[]): void {
  for (const one of looks) {
    const key = [one.orderId, one.state, one.shipment, one.country].join()
    const known = sums.get(key)
    sums.set(key, known ? joined(known, one) : one)
  }
}

function joined(known: LooksAbroad, one: LooksAbroad): LooksAbroad {
  const total = known.looks + one.looks
  const mean = (key: 'lat' | 'lng') =>
    known[key] === null || one[key] === null
      ? (known[key] ?? one[key])
      : (known[key] * known.looks + one[key] * one.looks) / total
  return {
    ...known,
    looks: total,
    days: known.days + one.days,
    lat: mean('lat'),
    lng: mean('lng'),
    addresses: [...new Set([...known.addresses, ...one.addresses])].slice(0, maxAddresses),
  }
}
