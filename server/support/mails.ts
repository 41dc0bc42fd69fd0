import { defineMail } from '#server/core/mail/mail.ts'

/** The mail to support, in English. */
export const supportMail = defineMail({
  enUS: {
    subject: '{{topic}}: {{business}}',
    paragraphs: ['{{business}} ({{email}}) writes:', '{{message}}'],
    action: { label: 'Open the list', url: '{{publicUrl}}/support' },
  },
  ruRU: {
    subject: '{{topic}}: {{business}}',
    paragraphs: ['{{business}} ({{email}}) пишет:', '{{message}}'],
    action: { label: 'Открыть список', url: '{{publicUrl}}/support' },
  },
})

/** The copy for the sender. */
export const supportCopyMail = defineMail({
  enUS: {
    subject: 'We received your message: {{topic}}',
    paragraphs: ['Thank you for writing to us. We answer to this address.', 'You wrote:', '{{message}}'],
  },
  ruRU: {
    subject: 'Мы получили ваше сообщение: {{topic}}',
    paragraphs: ['Спасибо за обращение. Мы ответим на этот адрес.', 'Вы написали:', '{{message}}'],
  },
})
