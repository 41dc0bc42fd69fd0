import { defineMail, type MailTemplate } from '#server/core/mail/mail.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { ReviewKind } from '#shared/review/contract.ts'
import type { ReviewStatus } from '#shared/review/status.ts'

type MailTexts<K extends string> = Record<Language, Record<K, string>>

const things: MailTexts<ReviewKind> = {
  enUS: {
    business: 'your business {{name}}',
    trademark: 'your trademark {{name}}',
    certificate: 'your certificate {{name}}',
  },
  ruRU: {
    business: 'компания {{name}}',
    trademark: 'товарный знак {{name}}',
    certificate: 'сертификат {{name}}',
  },
}
const outcomes: MailTexts<ReviewStatus> = {
  enUS: {
    Approved: 'Approved',
    Rejected: 'Rejected',
    'Request Changes': 'Changes requested',
    'Pending Approval': 'Waiting for approval again',
  },
  ruRU: {
    Approved: 'Одобрено',
    Rejected: 'Отклонено',
    'Request Changes': 'Нужны исправления',
    'Pending Approval': 'Снова ожидает одобрения',
  },
}
/** The next step of an approved record. Codes need an approved business and an approved trademark. */
const afterApproval: MailTexts<ReviewKind> = {
  enUS: {
    business: 'As soon as a trademark of yours is approved as well, you can generate codes.',
    trademark: 'You can now add products. As soon as your business is approved as well, you can generate codes.',
    certificate: 'Shoppers now see it.',
  },
  ruRU: {
    business: 'Как только будет одобрен и товарный знак, вы сможете создавать коды.',
    trademark: 'Теперь можно добавлять товары. Как только будет одобрена и компания, вы сможете создавать коды.',
    certificate: 'Теперь его видят покупатели.',
  },
}
const nextSteps: MailTexts<Exclude<ReviewStatus, 'Approved'>> = {
  enUS: {
    Rejected: 'Please correct it and send it again.',
    'Request Changes': 'Please correct it and send it again.',
    'Pending Approval': 'We will write again as soon as it has been decided on.',
  },
  ruRU: {
    Rejected: 'Исправьте данные и отправьте их ещё раз.',
    'Request Changes': 'Исправьте данные и отправьте их ещё раз.',
    'Pending Approval': 'Мы напишем, как только будет принято решение.',
  },
}
const reasons: Record<Language, string> = { enUS: 'Reason: {{note}}', ruRU: 'Причина: {{note}}' }
const openAssay: Record<Language, string> = { enUS: 'Open Assay', ruRU: 'Открыть Assay' }
const paths: Record<ReviewKind, string> = { business: '/settings/business', trademark: '/brand', certificate: '/sku' }

/** The mail to the merchant about a decision. The name and the note are filled in. */
export function decisionMail(kind: ReviewKind, status: ReviewStatus, note: string | null): MailTemplate {
  const textOf = (language: Language) => {
    const next = status === 'Approved' ? afterApproval[language][kind] : nextSteps[language][status]
    const head = `${outcomes[language][status]}: ${things[language][kind]}`
    return {
      subject: head,
      paragraphs: [`${head}.`, ...(note ? [reasons[language]] : []), next],
      action: { label: openAssay[language], url: `{{publicUrl}}${paths[kind]}` },
    }
  }
  return defineMail({ enUS: textOf('enUS'), ruRU: textOf('ruRU') })
}
