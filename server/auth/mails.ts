import { defineMail } from '#server/core/mail.ts'

export const confirmMail = defineMail({
  enUS: {
    subject: 'Confirm your email for Assay',
    paragraphs: ['Welcome to Assay, {{business}}.', 'Please confirm your email address. The link works for 48 hours.'],
    action: { label: 'Confirm my email', url: '{{publicUrl}}/email-confirmation?confirmation={{token}}' },
  },
  ruRU: {
    subject: 'Подтвердите адрес почты для Assay',
    paragraphs: ['Добро пожаловать в Assay, {{business}}.', 'Подтвердите адрес почты. Ссылка действует 48 часов.'],
    action: { label: 'Подтвердить адрес', url: '{{publicUrl}}/email-confirmation?confirmation={{token}}' },
  },
})

export const resetMail = defineMail({
  enUS: {
    subject: 'Reset your Assay password',
    paragraphs: [
      'Somebody asked to reset the password of this account. The link works for one hour.',
      'If it was not you, nothing needs to be done.',
    ],
    action: { label: 'Set a new password', url: '{{publicUrl}}/reset-password?code={{token}}' },
  },
  ruRU: {
    subject: 'Сброс пароля Assay',
    paragraphs: [
      'Кто-то запросил сброс пароля этой учётной записи. Ссылка действует один час.',
      'Если это были не вы, ничего делать не нужно.',
    ],
    action: { label: 'Задать новый пароль', url: '{{publicUrl}}/reset-password?code={{token}}' },
  },
})
