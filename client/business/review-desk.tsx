import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { ReviewDesk } from '#client/review/desk.tsx'
import { businessContract } from '#shared/business/contract.ts'
import { BusinessReview } from './business-review.tsx'
import { refetchBusinesses } from './review.ts'

const refresh = [businessContract.all]
const idOf = ({ id }: { id: string }) => id

/** Businesses that wait for a decision, one after the other. */
export function Component() {
  const waiting = useRead(businessContract.all, { query: { waiting: 'yes', limit: 200 } })
  const review = useWrite(businessContract.review, { refresh })
  useServerEvents('business', refetchBusinesses)
  return (
    <ReviewDesk
      kind="business"
      read={waiting}
      idOf={idOf}
      nameOf={({ name }) => name}
      refusals={['Rejected']}
      decide={({ id }, status, note) =>
        review.mutateAsync({
          params: { id },
          body: { details: { verified: status === 'Approved' }, ...(note && { note }) },
        })
      }
      refresh={refresh}
    >
      {(business) => <BusinessReview business={business} />}
    </ReviewDesk>
  )
}
