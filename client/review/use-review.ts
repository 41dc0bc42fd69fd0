import { useServerEvents } from '#client/core/http/server-events.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { RowAction } from '#client/ui/table/row-menu.tsx'
import { type ReviewStatus, reviewStatuses } from '#shared/review/status.ts'
import type { Review } from './define-review.ts'
import { useUndoDecision } from './use-undo-decision.ts'

type Notice = {
  /** A notification that replaces the default one. */
  done?: string
  onSettled?: () => void
}

/** For the table of a review: the number of waiting items, and decisions with their notification and undo. */
export function useReview<T extends { id: string }, Input>(review: Review<T, Input>) {
  const t = useText('review')
  const ui = useText('ui')
  const { kind, list, refetch, inputOf, nameOf } = review
  const waiting = review.useWaiting(1)
  const { mutate, isPending } = review.useDecide()
  const { offer } = useUndoDecision(kind, [list])
  useServerEvents(kind, refetch)
  const decide = (item: T, status: ReviewStatus, { done, onSettled }: Notice = {}) =>
    mutate(inputOf(item, status), {
      onSuccess: () => offer(item.id, done ?? t(`did_${status}`, { name: nameOf(item) })),
      ...(onSettled && { onSettled }),
    })
  return {
    waiting: waiting.data?.total,
    isPending,
    decide,
    /** The available decisions on a document: every status except the current one. */
    actionsOf: (item: T & { status: ReviewStatus }): RowAction[] =>
      reviewStatuses
        .filter((status) => status !== item.status)
        .map((status) => ({
          id: status,
          label: ui(status),
          disabled: isPending,
          onSelect: () => decide(item, status),
        })),
  }
}
