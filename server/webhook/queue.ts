import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { WebhookEventType } from '#shared/webhook/contract.ts'

export type Happened = { merchantId: string; type: WebhookEventType; subject: string; at: Date }

/** Stores events of merchants that have endpoints, and queues a message to each endpoint that has chosen them. */
export async function queueMessages(tx: Tx, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return
  await tx.execute(sql`
    with stored as (
      insert into webhook_event (merchant_id, type, subject, at)
      select "merchantId", type, subject, at
      from ${recordset(happened, '"merchantId" uuid, type text, subject uuid, at timestamptz')}
      where exists (select from webhook w where w.merchant_id = listed."merchantId")
      returning id, merchant_id, type
    )
    insert into webhook_delivery (merchant_id, webhook_id, event_id)
    select stored.merchant_id, w.id, stored.id
    from stored join webhook w on w.merchant_id = stored.merchant_id and w.is_on and stored.type = any(w.event_types)`)
}
