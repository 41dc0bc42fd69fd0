import { defineText } from '#shared/core/i18n/define-text.ts'

/** The subject contains no data: mails are counted by it, see `countRecentMails`. */
export const teamMailText = defineText({
  enUS: {
    subject: 'Invitation to a team in Assay',
    invited: '{{inviter}} invites you to the team of “{{business}}”.',
    open: 'Open the link to choose a name and a password. It works once, for {{days}} days.',
    ignore: 'If you do not know the sender, do not open the link. Nothing happens without it.',
    action: 'Accept the invitation',
  },
  ruRU: {
    subject: 'Приглашение в команду Assay',
    invited: '{{inviter}} приглашает вас в команду «{{business}}».',
    open: 'Откройте ссылку, чтобы указать имя и пароль. Она работает один раз, срок (дней): {{days}}.',
    ignore: 'Если отправитель вам не знаком, не открывайте ссылку. Без неё ничего не произойдёт.',
    action: 'Принять приглашение',
  },
})
