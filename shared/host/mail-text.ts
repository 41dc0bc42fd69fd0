import { defineText } from '#shared/core/i18n/define-text.ts'

export const brandHostMailText = defineText({
  enUS: {
    subject: 'The check of your domain has failed for a day',
    failing: 'Assay checks {{host}} every ten minutes. The check has failed for a day.',
    codes: 'Codes that contain {{host}} may not open there. The letters of each code also open at {{target}}.',
    lostSubject: 'Another account has proven your domain',
    lost: '{{host}} no longer belongs to your account.',
    action: 'Open the settings',
  },
  ruRU: {
    subject: 'Проверка вашего домена не проходит уже сутки',
    failing: 'Assay проверяет {{host}} каждые десять минут. Проверка не проходит уже сутки.',
    codes:
      'Коды, в которых указан {{host}}, могут там не открываться. По буквам каждый код открывается и на {{target}}.',
    lostSubject: 'Права на ваш домен подтвердил другой аккаунт',
    lost: '{{host}} больше не относится к вашему аккаунту.',
    action: 'Открыть настройки',
  },
})
