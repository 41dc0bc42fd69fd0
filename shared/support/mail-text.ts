import { defineText } from '#shared/core/i18n/define-text.ts'

export const supportMailText = defineText({
  enUS: {
    requestSubject: '{{topic}}: {{business}}',
    requestFrom: '{{business}} ({{email}}) writes:',
    requestAction: 'Open the list',
    copySubject: 'We received your message: {{topic}}',
    copyThanks: 'Thank you for writing to us. We answer to this address.',
    copyOf: 'You wrote:',
  },
  ruRU: {
    requestSubject: '{{topic}}: {{business}}',
    requestFrom: '{{business}} ({{email}}) пишет:',
    requestAction: 'Открыть список',
    copySubject: 'Мы получили ваше сообщение: {{topic}}',
    copyThanks: 'Спасибо за обращение. Мы ответим на этот адрес.',
    copyOf: 'Вы написали:',
  },
})
