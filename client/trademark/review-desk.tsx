import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { ReviewDesk } from '#client/review/desk.tsx'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { refetchTrademarks, refresh, TrademarkReview } from './trademark-review.tsx'

const idOf = ({ id }: { id: string }) => id

/** Trademarks that wait for a decision, one after the other. */
export function Component() {
  const waiting = useRead(trademarkContract.list, { query: { waiting: 'yes', limit: 200 } })
  const setStatus = useWrite(trademarkContract.setStatus, { refresh })
  useServerEvents('trademark', refetchTrademarks)
  return (
    <ReviewDesk
      kind="trademark"
      read={waiting}
      idOf={idOf}
      nameOf={({ registration_name }) => registration_name}
      refusals={['Rejected', 'Request Changes']}
      decide={({ id }, status, note) =>
        setStatus.mutateAsync({ params: { id }, body: { status, ...(note && { note }) } })
      }
      refresh={refresh}
    >
      {(trademark) => <TrademarkReview trademark={trademark} />}
    </ReviewDesk>
  )
}
