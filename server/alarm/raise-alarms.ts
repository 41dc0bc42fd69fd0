import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import type { Mailer } from '#server/core/mail/mail.ts'
import { type MailRecipient, mailRecipients } from '#server/notification/service.ts'
import { type AlarmSubject, alarmMail, type RaisedExcursion } from './mails.ts'

/** An excursion that counts. `from` and `to` as ISO 8601. */
export type FoundExcursion = RaisedExcursion & { from: string; to: string }
/** A sensor or a shipment, with all excursions of the readings that were searched. */
export type SearchedSubject = AlarmSubject & {
  merchantId: string
  sendsMail: boolean
  excursions: readonly FoundExcursion[]
}

type Raised = RaisedExcursion & { subject: number }

/**
 * Stores an alarm for each excursion that has none, and writes one mail about all new ones of a subject. An excursion that
 * overlaps a stored one on the same side extends it, so each raises one alarm however often its readings are searched. The caller holds a
 * lock of each subject until the commit.
 */
export async function raiseAlarms(tx: Tx, mail: Mailer, subjects: readonly SearchedSubject[]): Promise<void> {
  const found = subjects.flatMap(({ merchantId, kind, id, unit, limit, minimum, excursions }, subject) =>
    excursions.map(({ side, from, to, peak, isOpen }) => ({
      ...{ subject, merchant_id: merchantId, unit, side, limit: side === 'above' ? limit : minimum, from, to, peak },
      is_open: isOpen,
      sensor_id: kind === 'sensor' ? id : null,
      logistic_id: kind === 'shipment' ? id : null,
    })),
  )
  if (found.length === 0) return
  const { rows } = await tx.execute<Raised>(sql`
    with found as materialized (
      select row_number() over () as n, listed.* from ${recordset(
        found,
        `subject int, merchant_id uuid, sensor_id uuid, logistic_id uuid, unit text, side text, "limit" float8, "from" timestamptz,
         "to" timestamptz, peak float8, is_open boolean`,
      )}
    ), known as materialized (
      select a.id, f.n, f.side, f."from", f."to", f.peak
      from found f cross join lateral (${alarmsAround('sensor_id')} union all ${alarmsAround('logistic_id')}) a
      where a.side = f.side and a.to_at >= f."from"
    ), extended as (
      update temperature_alarm a
      set from_at = least(a.from_at, k."from"), to_at = greatest(a.to_at, k."to"),
        peak = case k.side when 'above' then greatest(a.peak, k.peak) else least(a.peak, k.peak) end
      from known k where a.id = k.id and (k."from" < a.from_at or k."to" > a.to_at
        or case k.side when 'above' then k.peak > a.peak else k.peak < a.peak end)
    ), raised as (
      insert into temperature_alarm (merchant_id, sensor_id, logistic_id, unit, side, "limit", from_at, to_at, peak, created_at)
      select merchant_id, sensor_id, logistic_id, unit, side, "limit", "from", "to", peak, clock_timestamp() from found
      where n not in (select n from known) order by "from"
      returning sensor_id, logistic_id, side, from_at
    )
    select f.subject, f.side, f."from", f."to", f.peak, f.is_open as "isOpen" from raised r
    join found f on f."from" = r.from_at and f.side = r.side and (f.sensor_id = r.sensor_id or f.logistic_id = r.logistic_id)
    order by f.subject, f."from"`)
  const newlyAlarmed = [...Map.groupBy(rows, ({ subject }) => subject)].map(([at]) => subjects[at]!)
  for (const { merchantId, id, name } of newlyAlarmed) {
    await tx.execute(sql`select notify_accounts(${merchantId}, 'alert', 'temperatureAlarm', ${id}, ${name})`)
  }
  await writeMails(tx, mail, subjects, rows)
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

async function writeMails(tx: Tx, mail: Mailer, subjects: readonly SearchedSubject[], raised: readonly Raised[]) {
  const recipients = new Map<string, Promise<MailRecipient[]>>()
  for (const excursions of Map.groupBy(raised, ({ subject, side }) => `${subject} ${side}`).values()) {
    const subject = subjects[excursions[0]!.subject]!
    if (!subject.sendsMail) continue
    const { merchantId } = subject
    // Few merchants have alarms at the same time, and each is asked for once.
    if (!recipients.has(merchantId)) recipients.set(merchantId, mailRecipients(tx, merchantId, 'alert'))
    for (const { email: to, language } of await recipients.get(merchantId)!) {
      await mail.queue(tx, { to, language, ...alarmMail(subject, excursions, language) })
    }
  }
}
