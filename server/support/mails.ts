import type { MailContent } from '#server/core/mail/mail.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { supportMailText } from '#shared/support/mail-text.ts'
import { supportText } from '#shared/support/text.ts'

/** `plan`: the name of the plan that the message is about. */
type WrittenMessage = { business: string; email: string; message: string; plan: string | null }

const topicOf = (plan: string | null, language: Language) =>
  textIn(supportText, language)(plan === null ? 'supportTopic' : 'planTopic', { plan })

/** The mail to support. */
export const supportMail =
  ({ business, email, message, plan }: WrittenMessage): MailContent =>
  (language) => {
    const t = textIn(supportMailText, language)
    return {
      subject: t('requestSubject', { topic: topicOf(plan, language), business }),
      paragraphs: [t('requestFrom', { business, email }), message],
      action: { label: t('requestAction'), path: '/support' },
    }
  }

/** The copy for the sender. */
export const supportCopyMail =
  ({ message, plan }: WrittenMessage): MailContent =>
  (language) => {
    const t = textIn(supportMailText, language)
    return {
      subject: t('copySubject', { topic: topicOf(plan, language) }),
      paragraphs: [t('copyThanks'), t('copyOf'), message],
    }
  }
