import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { notificationSetting } from './table.ts'

export type MailRecipient = Pick<typeof account.$inferSelect, 'email' | 'language'>

/**
 * The accounts of a merchant that get mail of a kind: those that chose it, and by default the merchant's own account.
 * Decisions are for the merchant's own account only.
 */
export function mailRecipients(tx: Tx, merchantId: string, kind: 'alert' | 'decision'): Promise<MailRecipient[]> {
  return tx
    .select({ email: account.email, language: account.language })
    .from(account)
    .leftJoin(notificationSetting, eq(notificationSetting.accountId, account.id))
    .where(
      and(
        eq(account.merchantId, merchantId),
        eq(account.confirmed, true),
        eq(account.blocked, false),
        kind === 'decision' ? eq(account.role, 'merchant') : undefined,
        sql`notification_wanted(${notificationSetting.settings}, ${account.role}, ${kind}, 'mail')`,
      ),
    )
}
