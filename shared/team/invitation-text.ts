import { defineText } from '#shared/core/i18n/define-text.ts'

/** The page behind the link of an invitation. */
export const invitationText = defineText({
  enUS: {
    title: 'Join the team of {{business}}',
    hint: 'You are invited as {{email}}. Choose your name and a password.',
    name: 'Your name',
    join: 'Join the team',
    signedInTitle: 'Sign out first',
    signedInHint: 'This device is signed in as {{email}}. Sign out, then open the link of the mail again.',
    signOut: 'Sign out',
    back: 'To the start page',
  },
  ruRU: {
    title: 'Вступить в команду: {{business}}',
    hint: 'Вас пригласили по адресу {{email}}. Укажите имя и пароль.',
    name: 'Ваше имя',
    join: 'Вступить в команду',
    signedInTitle: 'Сначала выйдите',
    signedInHint: 'На этом устройстве выполнен вход как {{email}}. Выйдите и откройте ссылку из письма ещё раз.',
    signOut: 'Выйти',
    back: 'На главную',
  },
})
