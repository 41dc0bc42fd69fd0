import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { defineSubscriber } from '#server/core/events/subscriber.ts'
import { alertPauseMinutes, channelsOf, type NotifiedEvent, notificationOf, notifiedEvents } from './rules.ts'
import { notifiedAccounts } from './service.ts'

/** Writes a notification for each account that wants to be told of an event, and tells the open consoles. */
export const notifyAccounts = defineSubscriber({
  name: 'notification',
  events: notifiedEvents,
  async handle(tx, events, services) {
    for (const merchantId of await insertNotifications(tx, await notificationsOf(tx, events)))
      await services.events.publish(tx, merchantChannel(merchantId), 'notification', {})
  },
})

type NewNotification = Awaited<ReturnType<typeof notificationsOf>>[number]

async function notificationsOf(tx: Tx, events: readonly NotifiedEvent[]) {
  const accounts = await notifiedAccounts(tx, [...new Set(events.map(({ merchantId }) => merchantId))])
  const accountsOf = Map.groupBy(accounts, ({ merchantId }) => merchantId)
  return events.flatMap((event) => {
    const told = notificationOf(event)
    if (!told) return []
    const { merchantId, subject, at } = event
    const { kind, event: word, name, detail = '', hasOwnMail = false } = told
    return (accountsOf.get(merchantId) ?? []).flatMap((account) => {
      const { bell, mail } = channelsOf(account, kind)
      const row = { merchantId, accountId: account.id, kind, event: word, subject, name, detail, bell, at }
      const mailDue = mail && !hasOwnMail
      return bell || mailDue ? [{ ...row, mailDue }] : []
    })
  })
}

/** @returns the merchants of the notifications that were not left out */
async function insertNotifications(tx: Tx, rows: readonly NewNotification[]): Promise<string[]> {
  if (rows.length === 0) return []
  const { rows: told } = await tx.execute<{ merchantId: string }>(sql`
    with told as (
      insert into notification (merchant_id, account_id, kind, event, subject, name, detail, bell, mail_due, created_at)
      select "merchantId", "accountId", kind, event, subject, listed.name, detail, listed.bell, "mailDue", at
      from ${recordset(
        withoutRepeatedAlerts(rows),
        `"merchantId" uuid, "accountId" uuid, kind text, event text, subject uuid, name text, detail text, bell boolean,
         "mailDue" boolean, at timestamptz`,
      )}
      where not (kind = 'alert' and exists (
        select from notification known where known.merchant_id = "merchantId" and known.account_id = "accountId" and known.bell
          and known.read_at is null and known.event = listed.event and known.name = listed.name
          and known.created_at > now() - make_interval(mins => ${alertPauseMinutes})))
      returning merchant_id)
    select distinct merchant_id as "merchantId" from told`)
  return told.map(({ merchantId }) => merchantId)
}

/** The first alert of each name. What is stored already is compared in the statement. */
function withoutRepeatedAlerts(rows: readonly NewNotification[]): NewNotification[] {
  const shown = new Set<string>()
  return rows.filter(({ accountId, kind, event, name, bell }) => {
    const key = [accountId, event, name].join()
    if (kind === 'alert' && shown.has(key)) return false
    if (bell) shown.add(key)
    return true
  })
}
