import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { revokeSignIns, type SessionEnd } from '#server/core/auth/session.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { readUserAgent } from '#server/core/network/user-agent.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import type { Device } from '#shared/sync/device.ts'

/** Devices in a response. */
const maxDevices = 500
/** How long (days) a signed-out device without unsent work is listed. */
const listedDays = 30

type Row = Omit<Device, 'browser' | 'os' | 'lastSeen' | 'oldestAt' | 'current'> & {
  userAgent: string
  lastSeen: Date
  oldestAt: Date | null
  signIn: string | null
}

/**
 * The sign-ins of the people of a merchant, and the devices that have saved records. A device and its present sign-in are one row: a push
 * stores with which sign-in it came.
 */
export async function listDevices(tx: Tx, actor: Actor): Promise<Device[]> {
  const merchantId = merchantOf(actor)
  const { rows } = await tx.execute<Row>(sql`
    with device as (
      select * from sync_device where merchant_id = ${merchantId} order by last_seen desc limit ${maxDevices}),
    sign_in as (
      select account_id, family, user_agent, created_at from session
      where account_id in (select id from account where merchant_id = ${merchantId})
        and revoked_at is null and replaced_at is null and expires_at > now()
      order by created_at desc limit ${maxDevices}),
    listed as (
      select d.*, s.family, coalesce(s.account_id, d.user_id) as person, coalesce(d.pending, 0) as waiting,
        coalesce(nullif(s.user_agent, ''), d.user_agent, '') as agent, greatest(d.last_seen, s.created_at) as seen
      from device d full join sign_in s on s.family = d.sign_in and s.account_id = d.user_id
      where s.family is not null or d.pending > 0 or d.last_seen > now() - make_interval(days => ${listedDays})
      order by seen desc limit ${maxDevices})
    select coalesce(l.device_id, l.family) as id, l.person as user, a.username as "userName", l.agent as "userAgent",
      l.app as "appVersion", l.seen as "lastSeen", l.family is not null as "isSignedIn", l.family as "signIn", l.waiting,
      case when l.waiting > 0 then l.oldest_at end as "oldestAt", l.used_bytes::float8 as "usedBytes",
      l.quota_bytes::float8 as "quotaBytes",
      greatest(0, coalesce(l.max_n - l.pending - l.discarded - (
        select count(distinct n) from sync_op o
        where o.merchant_id = ${merchantId} and o.device_id = l.device_id and o.n <= l.max_n)
        - coalesce((select n from sync_op_count c where c.merchant_id = ${merchantId} and c.device_id = l.device_id), 0), 0)
      )::int as missing
    from listed l join account a on a.id = l.person and a.merchant_id = ${merchantId} order by l.seen desc`)
  return rows.map(({ userAgent, signIn, lastSeen, oldestAt, ...row }) => {
    const { browser, os } = readUserAgent(userAgent)
    return {
      ...row,
      browser,
      os,
      lastSeen: new Date(lastSeen).toISOString(),
      oldestAt: oldestAt && new Date(oldestAt).toISOString(),
      current: signIn !== null && signIn === actor.signIn?.id,
    }
  })
}

/** Ends the sign-in of a device. Returns the account; undefined if the device is signed out already. */
export async function signOutDevice(call: SessionEnd & { actor: Actor }, id: string): Promise<string | undefined> {
  const { tx, actor } = call
  const merchantId = merchantOf(actor)
  const { rows } = await tx.execute<{ family: string; accountId: string }>(sql`
    select family, account_id as "accountId" from session join account on account.id = account_id
    where merchant_id = ${merchantId} and family in (${id}, (
      select sign_in from sync_device where merchant_id = ${merchantId} and device_id = ${id}))
    limit 1`)
  const [found] = rows
  if (!found && !(await isKnownDevice(tx, merchantId, id))) throw new Problem(syncProblems.noDevice)
  const hasEnded = found && (await revokeSignIns(call, found.accountId, { only: found.family }))
  return hasEnded ? found.accountId : undefined
}

async function isKnownDevice(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from sync_device where merchant_id = ${merchantId} and device_id = ${id}`)
  return rows.length > 0
}
