import type { MailContent } from '#server/core/mail/mail.ts'
import { authMailText } from '#shared/auth/mail-text.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { languageTags } from '#shared/core/i18n/language.ts'

/** Contains no registered data: anybody can register with the address of another person, and would write to that person. */
export const confirmMail =
  (token: string, createdAt: Date): MailContent =>
  (language) => {
    const t = textIn(authMailText, language)
    const time = new Intl.DateTimeFormat(languageTags[language], {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
    return {
      subject: t('confirmSubject'),
      paragraphs: [
        t('confirmWelcome', { time: `${time.format(createdAt)} UTC` }),
        t('confirmRequest'),
        t('confirmIgnore'),
      ],
      action: { label: t('confirmAction'), path: `/email-confirmation?confirmation=${token}` },
    }
  }

export const resetMail =
  (token: string): MailContent =>
  (language) => {
    const t = textIn(authMailText, language)
    return {
      subject: t('resetSubject'),
      paragraphs: [t('resetRequest'), t('notYou')],
      action: { label: t('resetAction'), path: `/reset-password?code=${token}` },
    }
  }

/** Contains no registered data, because an attacker may have written it. */
export const emailTakenMail: MailContent = (language) => {
  const t = textIn(authMailText, language)
  return {
    subject: t('takenSubject'),
    paragraphs: [t('taken'), t('takenByYou'), t('takenByOther')],
    action: { label: t('resetAction'), path: '/recover-password' },
  }
}

export const guessingMail: MailContent = (language) => {
  const t = textIn(authMailText, language)
  return {
    subject: t('guessingSubject'),
    paragraphs: [t('guessing'), t('guessingGoOn'), t('guessingChange')],
    action: { label: t('guessingAction'), path: '/' },
  }
}
