import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type ReviewKind, reviewContract } from '#shared/review/contract.ts'

/** Undoes decisions of one review, until the merchants have been notified. */
export function useUndoDecision(kind: ReviewKind, refresh: readonly Route[]) {
  const t = useText('review')
  const write = useWrite(reviewContract.undo, { refresh, done: t('undone') })
  const undo = (id: string) => write.mutateAsync({ body: { kind, id } })
  return {
    isPending: write.isPending,
    undo,
    /** Notifies of a decision, with an undo button while it can be undone. */
    offer(id: string, title: string): void {
      const run = () => void undo(id).catch(() => undefined)
      notify({ tone: 'success', title, ms: limits.undoMs, action: { label: t('undo'), run } })
    },
  }
}
