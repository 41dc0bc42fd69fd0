import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import type { MailContent } from '#server/core/mail/mail.ts'
import type { Services } from '#server/core/services.ts'

/** Queues a mail for each administrator whose address is confirmed. */
export async function mailAdministrators(tx: Tx, mail: Services['mail'], content: MailContent): Promise<void> {
  const people = await tx
    .select({ email: account.email, language: account.language })
    .from(account)
    .where(and(eq(account.role, 'admin'), eq(account.confirmed, true), eq(account.blocked, false)))
  for (const { email: to, language } of people) await mail.queue(tx, { to, language, content })
}
