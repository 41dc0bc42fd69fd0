import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { alarmRaised } from '#shared/alarm/events.ts'
import type { LimitSide, ValueLimits } from '#shared/sensor/limits.ts'

/** An excursion that counts. `from` and `to` as ISO 8601. `isOpen`: more readings can follow, and none is back in range yet. */
export type FoundExcursion = { side: LimitSide; from: string; to: string; peak: number; isOpen: boolean }
/** A sensor or a shipment, with all excursions of the readings that were searched. */
export type SearchedSubject = ValueLimits & {
  merchantId: string
  kind: 'sensor' | 'shipment'
  id: string
  name: string
  unit: string
  sendsMail: boolean
  excursions: readonly FoundExcursion[]
}

/**
 * Stores an alarm for each excursion that has none, and marks it for the mail that `mailDueAlarms` writes. An excursion that
 * overlaps a stored one on the same side extends it, so each raises one alarm however often its readings are searched. The caller holds a
 * lock of each subject until the commit.
 */
export async function raiseAlarms(tx: Tx, subjects: readonly SearchedSubject[]): Promise<void> {
  const found = subjects.flatMap(({ merchantId, kind, id, unit, limit, minimum, sendsMail, excursions }, subject) =>
    excursions.map(({ side, from, to, peak, isOpen }) => ({
      subject,
      merchant_id: merchantId,
      unit,
      side,
      limit: side === 'above' ? limit : minimum,
      from,
      to,
      peak,
      is_open: isOpen,
      mail_due: sendsMail,
      sensor_id: kind === 'sensor' ? id : null,
      logistic_id: kind === 'shipment' ? id : null,
    })),
  )
  if (found.length === 0) return
  const { rows } = await tx.execute<{ subject: number }>(sql`
    with found as materialized (
      select row_number() over () as n, listed.* from ${recordset(
        found,
        `subject int, merchant_id uuid, sensor_id uuid, logistic_id uuid, unit text, side text, "limit" float8, "from" timestamptz,
         "to" timestamptz, peak float8, is_open boolean, mail_due boolean`,
      )}
    ), known as materialized (
      select a.id, f.n, f.side, f."from", f."to", f.peak, f.is_open
      from found f cross join lateral (${alarmsAround('sensor_id')} union all ${alarmsAround('logistic_id')}) a
      where a.side = f.side and a.to_at >= f."from"
    ), extended as (
      update temperature_alarm a
      set from_at = least(a.from_at, k."from"), to_at = greatest(a.to_at, k."to"),
        peak = case k.side when 'above' then greatest(a.peak, k.peak) else least(a.peak, k.peak) end,
        is_open = case when k."to" >= a.to_at then k.is_open else a.is_open end
      from known k where a.id = k.id and (k."from" < a.from_at or k."to" > a.to_at
        or (k."to" = a.to_at and k.is_open <> a.is_open)
        or case k.side when 'above' then k.peak > a.peak else k.peak < a.peak end)
    ), raised as (
      insert into temperature_alarm (merchant_id, sensor_id, logistic_id, unit, side, "limit", from_at, to_at, peak, is_open, mail_due, created_at)
      select merchant_id, sensor_id, logistic_id, unit, side, "limit", "from", "to", peak, is_open, mail_due, clock_timestamp() from found
      where n not in (select n from known) order by "from"
      returning sensor_id, logistic_id, side, from_at
    )
    select distinct f.subject from raised r
    join found f on f."from" = r.from_at and f.side = r.side and (f.sensor_id = r.sensor_id or f.logistic_id = r.logistic_id)
    order by f.subject`)
  const alarmed = rows.map(({ subject }) => subjects[subject]!)
  await emit(
    tx,
    alarmRaised,
    alarmed.map(({ merchantId, id, name }) => ({ merchantId, subject: id, data: { name } })),
  )
}

/** Alarms before an excursion that are compared with it. One is enough, unless a limit was changed: then sides can overlap. */
const comparedBefore = 20

/**
 * The alarms of the subject of `f` that begin during the excursion `f`, and the last ones that begin before it: alarms of one
 * side do not overlap, so an earlier one has ended. Few rows for each excursion, however many alarms its subject has.
 */
function alarmsAround(subject: 'sensor_id' | 'logistic_id'): SQL {
  const of = sql`select id, side, to_at from temperature_alarm a where a.${sql.raw(subject)} = f.${sql.raw(subject)}`
  return sql`
    (${of} and a.from_at between f."from" and f."to") union all
    (${of} and a.from_at < f."from" order by a.from_at desc limit ${comparedBefore})`
}
