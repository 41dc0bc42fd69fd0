import type { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { asNumber, uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { vocabularyUri } from '#server/epcis/hash/vocabulary.ts'
import type { epcisListContract, ListedEvent } from '#shared/epcis/list-contract.ts'
import { eventsOfJourney } from './journey.ts'

type Query = z.output<typeof epcisListContract.list.query>

/** A page of the events of a merchant and its partners, the newest first. */
export async function listEvents(tx: Tx, merchantId: string, query: Query) {
  const { page, limit, source } = query
  const where = await conditionOf(tx, merchantId, query)
  const ordered = sql`order by event_time desc, id desc`
  // Each table is read along its own index, and only the events of the page are read whole.
  const partOf = (table: SQL, more: SQL): SQL => sql`
    (select id, event_time from ${table} where ${where} ${more} ${ordered} limit ${page * limit})`
  const tables = [
    ...(source === 'reported' ? [] : [[sql`epcis_event`, sql``] as const]),
    ...(source === 'own' ? [] : [[sql`epcis_captured`, sql`and removed_at is null`] as const]),
  ]
  const parts = tables.map(([table, more]) => partOf(table, more))
  const { rows } = await tx.execute<Omit<ListedEvent, 'at'> & { at: Date | string }>(sql`
    with page as materialized (
      select id, event_time from (${sql.join(parts, sql` union all `)}) part ${ordered} limit ${limit} offset ${(page - 1) * limit})
    select * from (
      select p.event_time as at, p.id, event_id as "eventID", type, action, biz_step as step, codes as things, null as "reportedBy",
        error_at is not null as "isError" from page p join epcis_event e on e.id = p.id
      union all
      select p.event_time, p.id, event_id, type, action, biz_step, codes, reporter, error_at is not null
        from page p join epcis_captured c on c.id = p.id) listed
    order by at desc, id desc`)
  const counts = tables.map(([table, more]) => sql`(select count(*) from ${table} where ${where} ${more})`)
  const { rows: counted } = await tx.execute<{ total: number }>(
    sql`select ${asNumber(sql.join(counts, sql` + `))} as total`,
  )
  return { rows: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), total: counted[0]!.total }
}

async function conditionOf(tx: Tx, merchantId: string, { type, step, days, search }: Query): Promise<SQL> {
  const matching = search === undefined ? undefined : await eventsOfJourney(tx, merchantId, search)
  const conditions = [
    sql`merchant_id = ${merchantId}`,
    type && sql`type = ${type}`,
    step && sql`biz_step = ${vocabularyUri(step, 'bizStep')}`,
    days && sql`event_time > now() - make_interval(days => ${Number(days)})`,
    matching && sql`id = any(${uuidArray(matching)})`,
  ]
  return sql.join(
    conditions.flatMap((condition) => condition || []),
    sql` and `,
  )
}
