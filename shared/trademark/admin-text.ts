import { defineText } from '#shared/core/i18n/define-text.ts'

/** The administrator's screen of trademarks. Apart from text.ts, which merchants download. */
export const trademarkAdminText = defineText({
  enUS: {
    trademarks: 'Manage Trademarks',
    trademarksHint: 'Compare every trademark with its certificate.',
    noTrademarks: 'No trademarks yet',
    noTrademarksHint: 'They appear here as soon as merchants register them.',
    registrationName: 'Registration Name',
    applicantName: 'Applicant name',
    class: 'Class',
    applicantAddress: 'Applicant address',
  },
  ruRU: {
    trademarks: 'Товарные знаки',
    trademarksHint: 'Сверьте каждый знак с его свидетельством.',
    noTrademarks: 'Товарных знаков пока нет',
    noTrademarksHint: 'Они появятся здесь, как только продавцы их зарегистрируют.',
    registrationName: 'Название знака',
    applicantName: 'Заявитель',
    class: 'Класс',
    applicantAddress: 'Адрес заявителя',
  },
})
