import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { ReviewDesk } from '#client/review/desk.tsx'
import { skuContract } from '#shared/sku/contract.ts'
import { CertificateReview, refetchCertificates, refresh } from './certificate-review.tsx'

const idOf = ({ id }: { id: string }) => id

/** Certificates that wait for a decision, one after the other. */
export function Component() {
  const waiting = useRead(skuContract.certificates, { query: { waiting: 'yes', limit: 200 } })
  const setStatus = useWrite(skuContract.setCertificateStatus, { refresh })
  useServerEvents('certificate', refetchCertificates)
  return (
    <ReviewDesk
      kind="certificate"
      read={waiting}
      idOf={idOf}
      nameOf={({ title, sku }) => `${title}, ${sku}`}
      refusals={['Rejected', 'Request Changes']}
      decide={({ id, skuId }, status, note) =>
        setStatus.mutateAsync({ params: { id: skuId }, body: { certificate: id, status, ...(note && { note }) } })
      }
      refresh={refresh}
    >
      {(certificate) => <CertificateReview certificate={certificate} />}
    </ReviewDesk>
  )
}
