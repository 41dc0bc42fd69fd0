import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, inArray } from '#server/core/drizzle/orm.ts'
import type { MerchantRole } from '#shared/core/api/access.ts'
import { channelsOf } from './rules.ts'
import { notificationSetting } from './table.ts'

export type MailRecipient = Pick<typeof account.$inferSelect, 'email' | 'language'>

/** The accounts of merchants that can be notified, with their choice; null if they have not chosen. */
export async function notifiedAccounts(tx: Tx, merchantIds: readonly string[]) {
  const rows = await tx
    .select({
      id: account.id,
      merchantId: account.merchantId,
      role: account.role,
      email: account.email,
      language: account.language,
      settings: notificationSetting.settings,
    })
    .from(account)
    .leftJoin(notificationSetting, eq(notificationSetting.accountId, account.id))
    .where(and(inArray(account.merchantId, [...merchantIds]), eq(account.confirmed, true), eq(account.blocked, false)))
    .orderBy(account.id)
  return rows.map((row) => ({ ...row, role: row.role as MerchantRole }))
}

/** The accounts of a merchant that get mail of a kind: those that chose it, and by default the merchant's own account. */
export async function mailRecipients(tx: Tx, merchantId: string, kind: 'alert' | 'decision'): Promise<MailRecipient[]> {
  const accounts = await notifiedAccounts(tx, [merchantId])
  return accounts.filter((one) => channelsOf(one, kind).mail)
}
