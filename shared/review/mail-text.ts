import { defineText } from '#shared/core/i18n/define-text.ts'

/** The mail to the merchant about a decision. Keys with a kind of record, or with a status in camelCase. */
export const reviewMailText = defineText({
  enUS: {
    approved: 'Approved: {{subject}}',
    rejected: 'Rejected: {{subject}}',
    requestChanges: 'Changes requested: {{subject}}',
    pendingApproval: 'Waiting for approval again: {{subject}}',
    business: 'your business {{name}}',
    trademark: 'your trademark {{name}}',
    certificate: 'your certificate {{name}}',
    businessApproved: 'As soon as a trademark of yours is approved as well, you can generate codes.',
    trademarkApproved:
      'You can now add products. As soon as your business is approved as well, you can generate codes.',
    certificateApproved: 'Shoppers now see it.',
    correct: 'Please correct it and send it again.',
    wait: 'We will write again as soon as it has been decided on.',
    reason: 'Reason: {{note}}',
    open: 'Open Assay',
  },
  ruRU: {
    approved: 'Одобрено: {{subject}}',
    rejected: 'Отклонено: {{subject}}',
    requestChanges: 'Нужны исправления: {{subject}}',
    pendingApproval: 'Снова ожидает одобрения: {{subject}}',
    business: 'компания {{name}}',
    trademark: 'товарный знак {{name}}',
    certificate: 'сертификат {{name}}',
    businessApproved: 'Как только будет одобрен и товарный знак, вы сможете создавать коды.',
    trademarkApproved:
      'Теперь можно добавлять товары. Как только будет одобрена и компания, вы сможете создавать коды.',
    certificateApproved: 'Теперь его видят покупатели.',
    correct: 'Исправьте данные и отправьте их ещё раз.',
    wait: 'Мы напишем, как только будет принято решение.',
    reason: 'Причина: {{note}}',
    open: 'Открыть Assay',
  },
})
