import { defineText } from '#shared/core/i18n/define-text.ts'

/** Mails to administrators about chains and the log. The problems have their texts in `chainProblemText`. */
export const anchoringMailText = defineText({
  enUS: { detail: 'Reported: {{detail}}', open: 'Open the page of the chains' },
  ruRU: { detail: 'Сообщение: {{detail}}', open: 'Открыть страницу цепочек' },
})
