import type { MailContent } from '#server/core/mail/mail.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import type { ReviewKind } from '#shared/review/contract.ts'
import { reviewMailText } from '#shared/review/mail-text.ts'
import type { ReviewStatus } from '#shared/review/status.ts'

const headings = {
  Approved: 'approved',
  Rejected: 'rejected',
  'Request Changes': 'requestChanges',
  'Pending Approval': 'pendingApproval',
} as const satisfies Record<ReviewStatus, string>
const paths: Record<ReviewKind, string> = { business: '/settings/business', trademark: '/brand', certificate: '/sku' }

type Decision = { kind: ReviewKind; status: ReviewStatus; note: string | null; name: string }

/** The mail to the merchant about a decision. The next step of an approved record depends on its kind. */
export const decisionMail =
  ({ kind, status, note, name }: Decision): MailContent =>
  (language) => {
    const t = textIn(reviewMailText, language)
    const heading = t(headings[status], { subject: t(kind, { name }) })
    const paragraphs = [`${heading}.`]
    if (note) paragraphs.push(t('reason', { note }))
    if (status === 'Approved') paragraphs.push(t(`${kind}Approved`))
    else paragraphs.push(t(status === 'Pending Approval' ? 'wait' : 'correct'))
    return { subject: heading, paragraphs, action: { label: t('open'), path: paths[kind] } }
  }
