import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import { mailRecipients } from '#server/notification/service.ts'
import { alarmMail, type DueAlarm } from './mails.ts'

/** Shortest time between two mails about the alarms of one merchant. */
const quietMinutes = 5
/** Alarms of one mail. The next mail has the others. */
const mailedAtOnce = 2_000

type Options = { signal?: AbortSignal }

/**
 * Writes one mail to each account about all new alarms of its merchant, so that thirty sensors of a broken cold store are not
 * thirty mails. The mails and the marks are committed together: every alarm is mailed once. An error stops no other merchant, and
 * its alarms stay due.
 */
export async function mailDueAlarms({ db, mail }: Pick<Services, 'db' | 'mail'>, { signal }: Options = {}) {
  const { rows } = await db.system((tx) =>
    tx.execute<{ merchantId: string }>(
      sql`select distinct a.merchant_id as "merchantId" from temperature_alarm a where mail_due and ${isQuiet}`,
    ),
  )
  const errors: unknown[] = []
  for (const { merchantId } of rows) {
    if (signal?.aborted) break
    const written = db.system(async (tx) => {
      const alarms = await takeDue(tx, merchantId)
      if (alarms.length === 0) return
      for (const { email: to, language } of await mailRecipients(tx, merchantId, 'alert')) {
        await mail.queue(tx, { to, language, content: alarmMail(alarms) })
      }
    })
    await written.catch((error) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'The alarms of some merchants stay due')
}

/** No mail about the alarms of the merchant of `a` was written in the last minutes. */
const isQuiet = sql`not exists (select from temperature_alarm m
  where m.merchant_id = a.merchant_id and m.mailed_at > now() - make_interval(mins => ${quietMinutes}))`

/** The due alarms of a merchant in the order of time. They are no longer due when the transaction commits. */
async function takeDue(tx: Tx, merchantId: string): Promise<DueAlarm[]> {
  // Two runs at the same time write one mail.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alarm-mail:${merchantId}`}, 0))`)
  // Waits for no transaction that extends an alarm: those hold several rows in another order. The next run takes the rest.
  const { rows } = await tx.execute<DueAlarm>(sql`
    with due as (
      select a.id from temperature_alarm a where a.merchant_id = ${merchantId} and mail_due and ${isQuiet}
      order by a.created_at limit ${mailedAtOnce} for update skip locked
    ), taken as (
      update temperature_alarm a set mail_due = false, mailed_at = now() from due where a.id = due.id returning a.*
    )
    select case when t.sensor_id is null then 'shipment' else 'sensor' end as kind, coalesce(t.sensor_id, t.logistic_id) as id,
      coalesce(s.name, l.identifier) as name, coalesce(s.location, l.recipient) as place, t.unit, t.side, t."limit",
      t.from_at as "from", t.to_at as "to", t.peak, t.is_open as "isOpen"
    from taken t
    left join sensor s on s.merchant_id = t.merchant_id and s.id = t.sensor_id
    left join logistic l on l.merchant_id = t.merchant_id and l.id = t.logistic_id
    order by t.from_at`)
  return rows
}
