import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, type ListOrder, pageOfIds } from '#server/core/db/paging.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { and, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import {
  mostReplayed,
  pingType,
  type WebhookDelivery,
  type WebhookDeliveryState,
  webhookProblems,
} from '#shared/webhook/contract.ts'
import { lockWebhook } from './endpoints.ts'
import { webhook, webhookDelivery, webhookEvent } from './table.ts'

/** The due time of what a person waits for: before everything else that waits for the endpoint. */
const atOnce = sql`'epoch'::timestamptz`

type DeliveryQuery = { page: number; limit: number; state?: WebhookDeliveryState | undefined }

export async function listDeliveries(tx: Tx, merchantId: string, webhookId: string, query: DeliveryQuery) {
  const isOwn = and(eq(webhook.merchantId, merchantId), eq(webhook.id, webhookId))
  if ((await tx.$count(webhook, isOwn)) === 0) throw new Problem(webhookProblems.notFound)
  const where = and(
    eq(webhookDelivery.merchantId, merchantId),
    eq(webhookDelivery.webhookId, webhookId),
    query.state && eq(webhookDelivery.state, query.state),
  )
  const order: ListOrder = { columns: [webhookDelivery.createdAt, webhookDelivery.id], descending: true }
  const { ids, total } = await pageOfIds(tx, webhookDelivery, { where, order }, query)
  const rows = await select(tx).where(inArray(webhookDelivery.id, ids))
  return { rows: inOrderOf(ids, rows, ({ delivery }) => delivery.id).map(view), total }
}

export async function findDelivery(tx: Tx, merchantId: string, id: string): Promise<WebhookDelivery> {
  const [found] = await select(tx).where(own(merchantId, id))
  if (!found) throw new Problem(webhookProblems.noDelivery)
  return view(found)
}

/** Queues a ping, also to an endpoint that is off. */
export async function queuePing(tx: Tx, merchantId: string, webhookId: string): Promise<WebhookDelivery> {
  await lockWebhook(tx, merchantId, webhookId)
  const [event] = await tx
    .insert(webhookEvent)
    .values({ merchantId, type: pingType, subject: webhookId, at: sql`now()` })
    .returning({ id: webhookEvent.id })
  const [made] = await tx
    .insert(webhookDelivery)
    .values({ merchantId, webhookId, eventId: event!.id, dueAt: atOnce })
    .returning({ id: webhookDelivery.id })
  return findDelivery(tx, merchantId, made!.id)
}

/** Sends a message again from the beginning. */
export async function redeliver(tx: Tx, merchantId: string, id: string): Promise<WebhookDelivery> {
  const { webhookId } = await stored(tx, merchantId, id)
  const { isOn } = await lockWebhook(tx, merchantId, webhookId)
  if (!isOn) throw new Problem(webhookProblems.off)
  await tx.update(webhookDelivery).set({ state: 'waiting', attempts: 0, dueAt: atOnce }).where(own(merchantId, id))
  return findDelivery(tx, merchantId, id)
}

type Range = { from: string; to: string; missedOnly: boolean }

/** @returns the number of messages that were queued. One that waits already is not queued again. */
export async function replay(tx: Tx, merchantId: string, webhookId: string, range: Range): Promise<number> {
  const { isOn, eventTypes } = await lockWebhook(tx, merchantId, webhookId)
  if (!isOn) throw new Problem(webhookProblems.off)
  const { from, to, missedOnly } = range
  const { rows } = await tx.execute<{ id: string }>(sql`
    select e.id from webhook_event e left join webhook_delivery d on d.event_id = e.id and d.webhook_id = ${webhookId}
    where e.merchant_id = ${merchantId} and e.at >= ${from}::timestamptz and e.at < ${to}::timestamptz
      and e.type = any(${textArray(eventTypes)}) and (d.id is null or d.state = 'failed' or (d.state = 'delivered' and not ${missedOnly}))
    order by e.at limit ${mostReplayed + 1}`)
  if (rows.length > mostReplayed) throw new Problem(webhookProblems.tooManyEvents, { most: mostReplayed })
  const ids = rows.map((row) => row.id)
  await tx.execute(sql`
    insert into webhook_delivery as known (merchant_id, webhook_id, event_id)
    select merchant_id, ${webhookId}::uuid, id from webhook_event where id = any(${sql.param(ids)}::uuid[])
    on conflict (event_id, webhook_id) do update set state = 'waiting', attempts = 0, due_at = now()`)
  return ids.length
}

const own = (merchantId: string, id: string) =>
  and(eq(webhookDelivery.merchantId, merchantId), eq(webhookDelivery.id, id))

async function stored(tx: Tx, merchantId: string, id: string) {
  const [row] = await tx.select().from(webhookDelivery).where(own(merchantId, id))
  if (!row) throw new Problem(webhookProblems.noDelivery)
  return row
}

const select = (tx: Tx) =>
  tx
    .select({ delivery: webhookDelivery, event: webhookEvent })
    .from(webhookDelivery)
    .innerJoin(
      webhookEvent,
      and(eq(webhookEvent.merchantId, webhookDelivery.merchantId), eq(webhookEvent.id, webhookDelivery.eventId)),
    )
    .$dynamic()

type Found = { delivery: typeof webhookDelivery.$inferSelect; event: typeof webhookEvent.$inferSelect }

function view({ delivery, event }: Found): WebhookDelivery {
  const { id, state, attempts, status, milliseconds, failure, answer, dueAt, createdAt, attemptedAt } = delivery
  const next = new Date(Math.max(dueAt.getTime(), createdAt.getTime()))
  return {
    ...{ id, messageId: event.id, type: event.type, subject: event.subject, state, attempts },
    ...{ status, milliseconds, failure, answer },
    happenedAt: event.at.toISOString(),
    nextAttemptAt: state === 'waiting' ? next.toISOString() : null,
    attemptedAt: attemptedAt?.toISOString() ?? null,
  }
}
