import { and, eq, sql } from 'drizzle-orm'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { notificationSetting } from '#server/notification/table.ts'

export type MailRecipient = Pick<typeof account.$inferSelect, 'email' | 'language'>

/** The accounts of a merchant that chose mail about alerts, which is the default for the merchant's own account. */
export function alarmRecipients(tx: Tx, merchantId: string): Promise<MailRecipient[]> {
  return tx
    .select({ email: account.email, language: account.language })
    .from(account)
    .leftJoin(notificationSetting, eq(notificationSetting.accountId, account.id))
    .where(
      and(
        eq(account.merchantId, merchantId),
        eq(account.confirmed, true),
        eq(account.blocked, false),
        sql`notification_wanted(${notificationSetting.settings}, ${account.role}, 'alert', 'mail')`,
      ),
    )
}
