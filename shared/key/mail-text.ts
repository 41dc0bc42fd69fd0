import { defineText } from '#shared/core/i18n/define-text.ts'

/** Mails about API keys. Subjects contain no data: mails are counted by them, see `countRecentMails`. */
export const keyMailText = defineText({
  enUS: {
    madeSubject: 'A new API key in Assay',
    made: '{{email}} created the API key “{{name}}” on {{time}}.',
    replacedSubject: 'An API key in Assay was replaced',
    replaced: '{{email}} replaced the API key “{{name}}” on {{time}}. Hours for which the old one is valid: {{hours}}.',
    scopes: 'A program that has the key may use: {{scopes}}.',
    known: "If you know about this, you don't need to do anything.",
    unknown:
      'If neither you nor a colleague did it, delete the key and set a new password for the account: somebody else can sign in with it.',
    action: 'Look at the API keys',
  },
  ruRU: {
    madeSubject: 'Новый API-ключ в Assay',
    made: '{{email}} создаёт API-ключ «{{name}}». Время: {{time}}.',
    replacedSubject: 'API-ключ в Assay заменён',
    replaced: '{{email}} заменяет API-ключ «{{name}}». Время: {{time}}. Сколько часов ещё действует старый: {{hours}}.',
    scopes: 'Программе с этим ключом доступно: {{scopes}}.',
    known: 'Если вы об этом знаете, ничего делать не нужно.',
    unknown:
      'Если это сделали не вы и не ваши сотрудники, удалите ключ и задайте новый пароль учётной записи: в неё может входить кто-то ещё.',
    action: 'Посмотреть API-ключи',
  },
})
