import { refresh as readAnew, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useUndoDecision } from '#client/review/use-undo-decision.ts'
import { type Business, businessContract } from '#shared/business/contract.ts'

const refresh = [businessContract.all]
export const refetchBusinesses = () => void readAnew(...refresh)
/** Asked for how many there are alone. */
export const waitingForReviewQuery = { waiting: 'yes', limit: 1 } as const

/** Both decisions on a business, each with its own notification and the way back. */
export function useReview() {
  const t = useText('businessAdmin')
  const { offer } = useUndoDecision('business', refresh)
  const { mutate, isPending } = useWrite(businessContract.review, { refresh })
  return {
    isPending,
    approve: ({ id, name }: Business) =>
      mutate(
        { params: { id }, body: { details: { verified: true } } },
        { onSuccess: () => offer(id, t('businessApproved', { name })) },
      ),
    unapprove: ({ id, name }: Business, onSettled: () => void) =>
      mutate(
        { params: { id }, body: { details: { verified: false } } },
        { onSuccess: () => offer(id, t('businessUnapproved', { name })), onSettled },
      ),
  }
}
