import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import { lockLogs } from '#server/logistic/service.ts'
import { excursionsOf, isCounted } from '#server/sensor/service.ts'
import { raiseAlarms, type SearchedSubject } from './raise-alarms.ts'

/** Shipments of one transaction. */
const batchSize = 20

/** Shipments of a merchant. With `after`: only those with a higher id. */
export type ShipmentSelection = { merchantId: string; after?: string | undefined }
type Options = {
  signal?: AbortSignal
  afterBatch?: () => Promise<void>
  /** Number of shipments of one run. */
  most?: number
  /** Called in the transaction of the last batch if shipments are left, with the last id that was searched. */
  goOn?: (tx: Tx, after: string) => Promise<void>
}

/**
 * Searches the shipments whose tags can still have readings, or had them in the last 30 days, because another rule counts. It may be
 * repeated or stopped at any point.
 */
export async function searchStoredLogs(
  { db }: Pick<Services, 'db'>,
  { merchantId, after }: ShipmentSelection,
  { signal, afterBatch, most = 1_000, goOn }: Options = {},
) {
  const isLeft = after === undefined ? sql`true` : sql`logistic_id > ${after}`
  const { rows } = await db.system(async (tx) => {
    // Waits for a call that is saving the rule: it leaves out its job if this one has not started.
    await tx.execute(sql`select from shipment_rule where merchant_id = ${merchantId} for share`)
    return tx.execute<{ id: string }>(sql`
      select logistic_id as id from logistic_log where merchant_id = ${merchantId} and ${isLeft}
        and (next_pull_at is not null or pulled_at > now() - interval '30 days')
      order by logistic_id limit ${most}`)
  })
  for (let i = 0; i < rows.length && !signal?.aborted; i += batchSize) {
    const batch = rows.slice(i, i + batchSize).map(({ id }) => id)
    await db.system(async (tx) => {
      await lockLogs(tx, batch)
      await searchShipments(tx, batch)
      if (i + batchSize >= rows.length && rows.length === most) await goOn?.(tx, batch.at(-1)!)
    })
    await afterBatch?.()
  }
}

type Row = Omit<SearchedSubject, 'kind' | 'unit'>

/**
 * Searches the logs of shipments for excursions and raises alarms. The limit is that of the merchant's rule for shipments,
 * or else that of the tag; the minimum is that of the shipment. The caller holds the locks of the logs.
 */
export async function searchShipments(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.execute<Row>(sql`
    with watched as (
      select l.id, l.merchant_id, l.identifier, coalesce(rule."limit", g.maxlimit) as "limit", l.minlimit as minimum,
        coalesce(rule.alarm_minutes, 0) as alarm_minutes, rule.alarm_total_minutes,
        coalesce(rule.alarm_mails, true) as alarm_mails, g.next_pull_at is not null as is_awaited
      from logistic_log g join logistic l on l.merchant_id = g.merchant_id and l.id = g.logistic_id
      left join shipment_rule rule on rule.merchant_id = l.merchant_id
      where g.logistic_id = any(${uuidArray(ids)}) and l.removed_at is null
    ), ${excursionsOf(sql`
      select w.id, r.at as first_at, r.at as last_at, 1 as n, r.temp as min, r.temp as max, w."limit", w.minimum
      from watched w join logistic_reading r on r.merchant_id = w.merchant_id and r.logistic_id = w.id
      where w."limit" is not null or w.minimum is not null`)}
    select w.id, w.merchant_id as "merchantId", w.identifier as name, w."limit", w.minimum, w.alarm_mails as "sendsMail",
      jsonb_agg(jsonb_build_object('side', side, 'from', begun, 'to', ended, 'peak', peak,
        'isOpen', is_open and w.is_awaited) order by begun) as excursions
    from watched w join excursion using (id)
    where ${isCounted({ minutes: sql`w.alarm_minutes`, totalMinutes: sql`w.alarm_total_minutes` })}
    group by w.id, w.merchant_id, w.identifier, w."limit", w.minimum, w.alarm_mails`)
  await raiseAlarms(
    tx,
    rows.map((row) => ({ ...row, kind: 'shipment', unit: '°C' })),
  )
}
