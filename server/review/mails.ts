import { defineMail, type MailTemplate } from '#server/core/mail/mail.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { ReviewKind } from '#shared/review/contract.ts'
import type { ReviewStatus } from '#shared/review/status.ts'

type Words<K extends string> = Record<Language, Record<K, string>>

const things: Words<ReviewKind> = {
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
const outcomes: Words<ReviewStatus> = {
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
const nextSteps: Words<ReviewStatus> = {
  enUS: {
    Approved: 'Nothing needs to be done.',
    Rejected: 'Please correct it and send it again.',
    'Request Changes': 'Please correct it and send it again.',
    'Pending Approval': 'We will write again as soon as it has been decided on.',
  },
  ruRU: {
    Approved: 'Делать ничего не нужно.',
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
    const head = `${outcomes[language][status]}: ${things[language][kind]}`
    return {
      subject: head,
      paragraphs: [`${head}.`, ...(note ? [reasons[language]] : []), nextSteps[language][status]],
      action: { label: openAssay[language], url: `{{publicUrl}}${paths[kind]}` },
    }
  }
  return defineMail({ enUS: textOf('enUS'), ruRU: textOf('ruRU') })
}
