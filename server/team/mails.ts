import type { MailContent } from '#server/core/mail/mail.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { invitationDays } from '#shared/team/contract.ts'
import { teamMailText } from '#shared/team/mail-text.ts'

export const invitationMail =
  (token: string, names: { inviter: string; business: string }): MailContent =>
  (language) => {
    const t = textIn(teamMailText, language)
    return {
      subject: t('subject'),
      paragraphs: [t('invited', names), t('open', { days: invitationDays }), t('ignore')],
      action: { label: t('action'), path: `/invitation?token=${token}` },
    }
  }
