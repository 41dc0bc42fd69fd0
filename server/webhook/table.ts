import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type {
  WebhookDeliveryState,
  WebhookEventType,
  WebhookFailure,
  WebhookMessageType,
  WebhookStop,
} from '#shared/webhook/contract.ts'

/** What a secret is derived from (`secret.ts`). `until`: when a replaced one ends; null for the present one. */
export type StoredSecret = { nonce: string; until: string | null }

/** An endpoint of a merchant that is told of events. */
export const webhook = pgTable(
  'webhook',
  {
    id: id(),
    merchantId: uuid().notNull(),
    url: text().notNull(),
    name: text().notNull(),
    eventTypes: text().array().$type<WebhookEventType[]>().notNull(),
    isOn: boolean().notNull(),
    stop: text().$type<WebhookStop>(),
    stoppedAt: instant(),
    /** The first failure since the last message that arrived. Meanwhile, one message at a time is sent. */
    failingSince: instant(),
    /** The newest first. */
    secrets: jsonb().$type<StoredSecret[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('webhook_url').on(table.merchantId, table.url),
    // Foreign keys ignore row policies, so they contain the merchant.
    unique('webhook_of_merchant').on(table.merchantId, table.id),
    check('webhook_stop', sql`stop is null or (not is_on and stop in ('gone', 'failing'))`),
  ],
)

/** What has happened to a merchant that has an endpoint. Its id is the id of the message. */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    id: id(),
    merchantId: uuid().notNull(),
    type: text().$type<WebhookMessageType>().notNull(),
    subject: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    unique('webhook_event_of_merchant').on(table.merchantId, table.id),
    index('webhook_event_range').on(table.merchantId, table.at),
    index('webhook_event_at').on(table.at),
  ],
)

/** A message to an endpoint: the queue of what is to be sent, and for a time what became of it. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: id(),
    merchantId: uuid().notNull(),
    webhookId: uuid().notNull(),
    eventId: uuid().notNull(),
    state: text().$type<WebhookDeliveryState>().notNull().default('waiting'),
    /** A worker that sends it moves this time, so that the message is due again if the worker vanishes. */
    dueAt: instant().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    attemptedAt: instant(),
    status: integer(),
    milliseconds: integer(),
    failure: text().$type<WebhookFailure>(),
    answer: text(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('webhook_delivery_once').on(table.eventId, table.webhookId),
    index('webhook_delivery_due').on(table.webhookId, table.dueAt).where(sql`state = 'waiting'`),
    index('webhook_delivery_created').on(table.webhookId, table.createdAt, table.id, table.state, table.merchantId),
    foreignKey({
      name: 'webhook_delivery_webhook',
      columns: [table.merchantId, table.webhookId],
      foreignColumns: [webhook.merchantId, webhook.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'webhook_delivery_event',
      columns: [table.merchantId, table.eventId],
      foreignColumns: [webhookEvent.merchantId, webhookEvent.id],
    }).onDelete('cascade'),
    check('webhook_delivery_state', sql`state in ('waiting', 'delivered', 'failed')`),
  ],
)
