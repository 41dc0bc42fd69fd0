import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import type { ReviewStatus } from '#shared/review/status.ts'

const tones: Record<ReviewStatus, Tone> = {
  'Pending Approval': 'wait',
  Approved: 'good',
  Rejected: 'bad',
  'Request Changes': 'wait',
}

/** The review status of a document. */
export function ReviewChip({ status }: { status: ReviewStatus }) {
  const t = useText('ui')
  return <StatusChip tone={tones[status]}>{t(status)}</StatusChip>
}
