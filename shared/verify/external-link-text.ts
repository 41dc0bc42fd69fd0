import { defineText, type TextKey } from '#shared/core/i18n/define-text.ts'

/** The page before a URL that is not approved; `{{host}}` is its destination. */
export const externalLinkText = defineText({
  enUS: {
    title: 'You are leaving this page',
    lead: 'The brand chose this address. We have not checked it.',
    advice: "Don't enter a password or a card number there unless you know this site.",
    leave: 'Continue to {{host}}',
    back: 'Back to the result',
  },
  ruRU: {
    title: 'Вы покидаете эту страницу',
    lead: 'Этот адрес указал производитель. Мы его не проверяли.',
    advice: 'Не вводите там пароль и номер карты, если не знаете этот сайт.',
    leave: 'Перейти на {{host}}',
    back: 'Назад к результату',
  },
})

export type ExternalLinkTextKey = TextKey<typeof externalLinkText>
