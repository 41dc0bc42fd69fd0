import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { StoredSecret } from '#server/webhook/table.ts'
import type { Message } from './message.ts'

/** Longer than an attempt lasts: nobody else sends a message meanwhile, and it is due again if the worker has vanished. */
const leaseSeconds = 30
/** Attempts that a worker makes at the same time to an endpoint, and to one at which the last messages have not arrived. */
const atOnce = { usual: 20, failing: 1 }

export type Claimed = {
  id: string
  webhookId: string
  /** Including this one. */
  attempts: number
  url: string
  secrets: StoredSecret[]
  /** Whether earlier messages to the endpoint have not arrived. */
  isFailing: boolean
  message: Message
}

type Row = Omit<Claimed, 'message'> & Pick<Message, 'type' | 'subject'> & { messageId: string; at: string }

/**
 * Takes messages that are due: of each endpoint, as many as may be sent to it now. The endpoints are found by steps through the index of
 * waiting messages, so that a million messages that wait for one endpoint delay no other one.
 *
 * @param busy the endpoint of each message that is being sent
 * @param most messages to take
 */
export async function claimDue(tx: Tx, busy: readonly string[], most: number): Promise<Claimed[]> {
  const running = [...Map.groupBy(busy, (id) => id)].map(([id, { length: count }]) => ({ id, count }))
  const { rows } = await tx.execute<Row>(sql`
    with recursive endpoint (id) as (
      (select webhook_id from webhook_delivery where state = 'waiting' order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_delivery d where d.state = 'waiting' and d.webhook_id > endpoint.id
        order by d.webhook_id limit 1)
      from endpoint where endpoint.id is not null
    ), due as materialized (
      select taken.id, w.url, w.secrets, w.failing_since is not null as is_failing from endpoint join webhook w on w.id = endpoint.id
      left join ${recordset(running, 'id uuid, count int')} on listed.id = w.id
      cross join lateral (
        select d.id from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= now()
        order by d.due_at
        limit greatest(0, case when w.failing_since is null then ${atOnce.usual}::int else ${atOnce.failing}::int end
          - coalesce(listed.count, 0))
        for update skip locked
      ) taken
      limit ${most}
    )
    update webhook_delivery d set attempts = d.attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    from due join webhook_delivery known on known.id = due.id join webhook_event e on e.id = known.event_id
    where d.id = due.id
    returning d.id, d.webhook_id as "webhookId", d.attempts, due.url, due.secrets, due.is_failing as "isFailing",
      e.id as "messageId", e.type, e.subject,
      e.at`)
  return rows.map(({ messageId, type, subject, at, ...row }) => ({
    ...row,
    message: { id: messageId, type, subject, at: new Date(at) },
  }))
}
