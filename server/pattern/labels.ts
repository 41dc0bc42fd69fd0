import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { mainProductOf } from '#server/order/service.ts'
import { byPeople, verdictLetters } from '#server/scan/table.ts'
import type { FoundPattern } from './cases/found-pattern.ts'
import { type EndedDays, shoppersScans } from './sums/count-scans.ts'

/** Codes of an order that one visitor opens. In the simulated worlds of docs/verdict.md, honest buyers opened at most 9. */
const manyCodes = 15
const withinHours = 2

type Opened = {
  orderId: string
  merchantId: string
  skuId: string
  serials: number[]
  codes: number
  from: string
  to: string
}

/**
 * Finds visitors who opened many codes of an order within two hours, in whole days (UTC): somebody photographs labels. Whoever also scanned
 * a code that was not active that day is one of the merchant's people, who test labels before the goods are sold.
 */
export async function findOpenedLabels(tx: Tx, { from, to }: EndedDays): Promise<FoundPattern[]> {
  const within = sql`at >= ${from}::timestamptz and at < ${to}::timestamptz`
  const { rows } = await tx.execute<Opened>(sql`
    with active as materialized (
      select visitor from scan where ${within} and ${shoppersScans} and visitor <> 0
      group by 1 having count(*) >= ${manyCodes}::int
    ), opened as materialized (
      select merchant_id, visitor, (at at time zone 'UTC')::date as day, substr(uuid_send(address), 1, 5) as prefix, address,
        min(at) as at
      from scan where ${within} and ${shoppersScans} and visitor in (select visitor from active) group by 1, 2, 3, 4, 5
    ), people as (
      select distinct merchant_id, visitor, (at at time zone 'UTC')::date as day from scan
      where ${within} and ${byPeople} and verdict = ${sql.raw(`'${verdictLetters.not_active}'`)} and visitor in (select visitor from active)
    ), many as (
      select merchant_id, visitor, day, prefix from opened
      where (merchant_id, visitor, day) not in (select merchant_id, visitor, day from people)
      group by 1, 2, 3, 4 having count(*) >= ${manyCodes}::int
    ), crowded as (
      select opened.*, count(*) over (partition by visitor, day, prefix order by at
        range between current row and ${`${withinHours} hours`}::interval following) as codes
      from many join opened using (merchant_id, visitor, day, prefix)
    )
    select o.id as "orderId", o.merchant_id as "merchantId", ${sql.raw(mainProductOf('o'))} as "skuId", max(crowded.codes)::int as codes,
      array_agg(c.serial_no order by c.serial_no) as serials,
      to_char(min(crowded.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as from,
      to_char(max(crowded.at) at time zone 'UTC' + interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as to
    from crowded join code_order o on o.prefix = crowded.prefix join code c on c.address = crowded.address
    where ${sql.raw(mainProductOf('o'))} is not null group by o.id, crowded.visitor, crowded.day having max(crowded.codes) >= ${manyCodes}::int
    order by o.id, min(crowded.at)`)
  return rows.map(({ orderId, merchantId, skuId, serials, codes, from, to }) => ({
    ...{ kind: 'labels', orderId, merchantId, skuId, serials, between: { from, to }, strength: serials.length },
    firstSerial: serials[0]!,
    lastSerial: serials.at(-1)!,
    facts: { kind: 'labels', codes, minutes: Math.ceil((Date.parse(to) - Date.parse(from)) / 60_000), at: from },
  }))
}
