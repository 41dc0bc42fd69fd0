import { useWrite } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { type Business, businessContract } from '#shared/business/contract.ts'

/** Both decisions on a business, each with its own notification. */
export function useReview() {
  const t = useText('admin')
  const refresh = [businessContract.all]
  const approval = useWrite(businessContract.review, { refresh, done: t('businessApproved') })
  const withdrawal = useWrite(businessContract.review, { refresh, done: t('businessUnapproved') })
  return {
    isPending: approval.isPending || withdrawal.isPending,
    approve: ({ id }: Business) => approval.mutate({ params: { id }, body: { details: { verified: true } } }),
    unapprove: ({ id }: Business, onSettled: () => void) =>
      withdrawal.mutate({ params: { id }, body: { details: { verified: false } } }, { onSettled }),
  }
}
