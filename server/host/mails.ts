import { domainToUnicode } from 'node:url'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import type { MailContent } from '#server/core/mail/mail.ts'
import type { Services } from '#server/core/services.ts'
import type { BrandHostFault } from '#shared/core/host/brand-host.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { brandHostFaultText } from '#shared/host/fault-text.ts'
import { brandHostMailText } from '#shared/host/mail-text.ts'

type Failure = { host: string; fault: BrandHostFault }

/** A domain that fails for a day, or that another merchant has proven. */
export const brandHostMail =
  ({ host, fault }: Failure): MailContent =>
  (language, publicUrl) => {
    const t = textIn(brandHostMailText, language)
    const why = textIn(brandHostFaultText, language)
    const values = { host: domainToUnicode(host), target: new URL(publicUrl).hostname }
    const isLost = fault === 'lost'
    return {
      subject: t(isLost ? 'lostSubject' : 'subject'),
      paragraphs: [t(isLost ? 'lost' : 'failing', values), why(fault, values), t('codes', values)],
      action: { label: t('action'), path: '/settings/host' },
    }
  }

/** Writes to the owners, who can repair it. */
export async function mailOwners(
  tx: Tx,
  { mail }: Pick<Services, 'mail'>,
  { row, fault }: { row: { merchantId: string; host: string }; fault: BrandHostFault },
): Promise<void> {
  const owners = await tx
    .select({ to: account.email, language: account.language })
    .from(account)
    .where(
      and(
        eq(account.merchantId, row.merchantId),
        eq(account.role, 'merchant'),
        eq(account.confirmed, true),
        eq(account.blocked, false),
      ),
    )
  for (const { to, language } of owners)
    await mail.queue(tx, { to, language, content: brandHostMail({ host: row.host, fault }) })
}
