import { addMinutes } from 'date-fns/addMinutes'
import type { Tx } from '#server/core/db/database.ts'
import { asNumber, recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { defineSubscriber } from '#server/core/events/subscriber.ts'
import { hasAccess } from '#shared/core/api/access.ts'
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
    const { kind, event: word, name, detail = '', reason = null, hasOwnMail = false, isForOwner = false } = told
    return (accountsOf.get(merchantId) ?? []).flatMap((account) => {
      if (isForOwner && !hasAccess('merchant', account.role)) return []
      const { bell, mail } = channelsOf(account, kind)
      const row = { merchantId, accountId: account.id, kind, event: word, subject, name, detail, reason, bell, at }
      const mailDue = mail && !hasOwnMail
      return bell || mailDue ? [{ ...row, mailDue }] : []
    })
  })
}

/** @returns the merchants of the notifications that were not left out */
async function insertNotifications(tx: Tx, found: readonly NewNotification[]): Promise<string[]> {
  const rows = await withoutRepeatedAlerts(tx, found)
  if (rows.length === 0) return []
  await tx.execute(sql`
    insert into notification (merchant_id, account_id, kind, event, subject, name, detail, reason, bell, mail_due, created_at)
    select "merchantId", "accountId", kind, event, subject, listed.name, detail, reason, listed.bell, "mailDue", at
    from ${recordset(
      rows,
      `"merchantId" uuid, "accountId" uuid, kind text, event text, subject uuid, name text, detail text, reason jsonb, bell boolean,
       "mailDue" boolean, at timestamptz`,
    )}`)
  return [...new Set(rows.map(({ merchantId }) => merchantId))]
}

/**
 * Leaves out the alerts within the pause after an unread one of their name. The pause is measured between the events: those of hours are
 * delivered together when no worker ran.
 */
async function withoutRepeatedAlerts(tx: Tx, rows: readonly NewNotification[]): Promise<NewNotification[]> {
  const lastShown = await unreadAlerts(
    tx,
    rows.filter(({ kind }) => kind === 'alert'),
  )
  return rows.filter((row) => {
    if (row.kind !== 'alert') return true
    const key = alertKey(row)
    const last = lastShown.get(key)
    if (last && row.at < addMinutes(last, alertPauseMinutes)) return false
    if (row.bell) lastShown.set(key, row.at)
    return true
  })
}

const alertKey = ({ accountId, event, name }: Pick<NewNotification, 'accountId' | 'event' | 'name'>) =>
  [accountId, event, name].join()

/** When the last unread alert of each name happened, of those whose pause may not have ended. */
async function unreadAlerts(tx: Tx, alerts: readonly NewNotification[]): Promise<Map<string, Date>> {
  if (alerts.length === 0) return new Map()
  const { rows } = await tx.execute<Pick<NewNotification, 'accountId' | 'event' | 'name'> & { at: number }>(sql`
    select known.account_id as "accountId", known.event, known.name,
      ${asNumber(sql`extract(epoch from max(known.created_at)) * 1000`)} as at
    from ${recordset(alerts, '"merchantId" uuid, "accountId" uuid, event text, name text, at timestamptz')}
    join notification known on known.merchant_id = "merchantId" and known.account_id = "accountId"
      and known.event = listed.event and known.name = listed.name
    where known.bell and known.read_at is null and known.created_at > listed.at - make_interval(mins => ${alertPauseMinutes})
    group by 1, 2, 3`)
  return new Map(rows.map((row) => [alertKey(row), new Date(row.at)]))
}
