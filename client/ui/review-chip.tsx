import { useText } from '#client/core/i18n.ts'
import type { ReviewStatus } from '#shared/core/review.ts'
import { StatusChip, type Tone } from './status-chip.tsx'

const tones: Record<ReviewStatus, Tone> = {
  'Pending Approval': 'wait',
  Approved: 'good',
  Rejected: 'bad',
  'Request Changes': 'wait',
}

/** How far the review of a document has come. */
export function ReviewChip({ status }: { status: ReviewStatus }) {
  const t = useText('ui')
  return <StatusChip tone={tones[status]}>{t(status)}</StatusChip>
}
