import { account } from '#server/core/auth/table.ts'
import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { boolean, check, index, jsonb, pgTable, text, uuid } from '#server/core/drizzle/pg-core.ts'
import type {
  AlertReason,
  NotificationEvent,
  NotificationKind,
  NotificationSettings,
} from '#shared/notification/contract.ts'

/** One row for each account that is notified. See `subscriber.ts`. */
export const notification = pgTable(
  'notification',
  {
    id: id(),
    merchantId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    event: text().$type<NotificationEvent>().notNull(),
    subject: uuid().notNull(),
    name: text().notNull(),
    detail: text().notNull().default(''),
    /** Null for other events than alerts, for reports, and for alerts that were written before version 0.2. */
    reason: jsonb().$type<AlertReason>(),
    /** Whether the console shows it. Otherwise the row exists only for its mail. */
    bell: boolean().notNull(),
    /** A mail is still to be written. */
    mailDue: boolean().notNull(),
    createdAt: createdAt(),
    readAt: instant(),
  },
  (table) => [
    index('notification_account').on(table.merchantId, table.accountId, table.createdAt, table.id).where(sql`bell`),
    index('notification_unread').on(table.merchantId, table.accountId).where(sql`bell and read_at is null`),
    index('notification_mail').on(table.accountId).where(sql`mail_due`),
    index('notification_created').on(table.createdAt),
    check('notification_kind', sql`kind in ('alert', 'decision', 'recall', 'order')`),
  ],
)

/** The choice of an account. Without a row the defaults of `shared/notification/rules.ts` apply. */
export const notificationSetting = pgTable('notification_setting', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  merchantId: uuid().notNull(),
  settings: jsonb().$type<NotificationSettings>().notNull(),
})
