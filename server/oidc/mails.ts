import type { MailContent } from '#server/core/mail/mail.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { oidcMailText } from '#shared/oidc/mail-text.ts'

/** Tells the owner of an account that it was linked to a person of the organisation, or unlinked. */
export const linkMail =
  (what: 'linked' | 'unlinked', issuer: string): MailContent =>
  (language) => {
    const t = textIn(oidcMailText, language)
    return {
      subject: t(`${what}Subject`),
      paragraphs: [t(what, { host: new URL(issuer).host }), t('byYou'), t(`${what}ByOther`)],
      action: { label: t('settings'), path: '/settings' },
    }
  }

/** For an account without a password, after its organisation has removed the provider. */
export const endedMail: MailContent = (language) => {
  const t = textIn(oidcMailText, language)
  return {
    subject: t('endedSubject'),
    paragraphs: [t('ended'), t('setPassword')],
    action: { label: t('setPasswordAction'), path: '/recover-password' },
  }
}
