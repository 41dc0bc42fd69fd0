import { sql } from '#server/core/drizzle/orm.ts'
import { bigint, check, index, jsonb, pgTable, primaryKey, text, uuid } from '#server/core/drizzle/pg-core.ts'
import { bytes, createdAt, id, instant } from './db/columns.ts'

/** Append-only and hash-chained within a stream: a merchant's id, or 'system'. A trigger sets `seq`, `prevHash` and `hash`. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    stream: text().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    at: createdAt(),
    merchantId: uuid(),
    actorId: uuid(),
    action: text().notNull(),
    subject: text().notNull(),
    /** The request id in responses and logs. */
    reference: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    prevHash: bytes().notNull(),
    hash: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stream, table.seq] }),
    index('audit_entry_at').on(table.at, table.stream, table.seq),
    // A filter of the list compares one of these columns. Each index has the order of the list.
    index('audit_entry_merchant').on(table.merchantId, table.at, table.stream, table.seq),
    index('audit_entry_actor').on(table.actorId, table.at, table.stream, table.seq),
    index('audit_entry_action').on(table.action, table.at, table.stream, table.seq),
    index('audit_entry_reference').on(table.reference),
  ],
)

/** The response of a call with an Idempotency-Key, so that a repetition gets the same response. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    actorId: uuid().notNull(),
    key: text().notNull(),
    merchantId: uuid(),
    route: text().notNull(),
    bodyHash: bytes().notNull(),
    response: jsonb(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.key] }),
    index('idempotency_key_created').on(table.createdAt),
  ],
)

type MailState = 'queued' | 'sent' | 'kept' | 'failed'

/** All mails, rendered when they are queued. `kept`: no mail server is configured, and the mailbox page shows the mail. */
export const mailMessage = pgTable(
  'mail_message',
  {
    id: id(),
    toAddress: text().notNull(),
    subject: text().notNull(),
    textBody: text().notNull(),
    htmlBody: text().notNull(),
    /** The address at which the recipient can stop such mails, for the header of the mail. */
    unsubscribeUrl: text(),
    state: text().$type<MailState>().notNull().default('queued'),
    error: text(),
    createdAt: createdAt(),
    sentAt: instant(),
  },
  (table) => [
    index('mail_message_created').on(table.createdAt),
    check('mail_message_state', sql`state in ('queued', 'sent', 'kept', 'failed')`),
  ],
)

/**
 * A merchant's usage of a quota, stored as deltas, so that writers do not wait for each other. Triggers write them with
 * the counted rows; a reader that finds many merges them. See guard/quota.sql.
 */
export const quotaCount = pgTable(
  'quota_count',
  { merchantId: uuid().notNull(), name: text().notNull(), n: bigint({ mode: 'number' }).notNull() },
  (table) => [index('quota_count_name').on(table.merchantId, table.name)],
)
