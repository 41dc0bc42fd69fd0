import type { MailContent } from '#server/core/mail/mail.ts'
import { authMailText } from '#shared/auth/mail-text.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'

function timeIn(language: Language, at: Date): string {
  const time = new Intl.DateTimeFormat(languageTags[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${time.format(at)} UTC`
}

/** Contains no registered data: anybody can register with the address of another person, and would write to that person. */
export const confirmMail =
  (token: string, createdAt: Date): MailContent =>
  (language) => {
    const t = textIn(authMailText, language)
    return {
      subject: t('confirmSubject'),
      paragraphs: [t('confirmWelcome', { time: timeIn(language, createdAt) }), t('confirmRequest'), t('confirmIgnore')],
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

/** Tells the owner of an account that a passkey was added or removed. */
export const passkeyMail =
  (what: 'added' | 'removed', name: string, at: Date): MailContent =>
  (language) => {
    const t = textIn(authMailText, language)
    return {
      subject: t(what === 'added' ? 'passkeyAddedSubject' : 'passkeyRemovedSubject'),
      paragraphs: [
        t(what === 'added' ? 'passkeyAdded' : 'passkeyRemoved', { name, time: timeIn(language, at) }),
        t('passkeyByYou'),
        t(what === 'added' ? 'passkeyAddedByOther' : 'passkeyRemovedByOther'),
      ],
      action: { label: t('passkeyAction'), path: '/settings' },
    }
  }
