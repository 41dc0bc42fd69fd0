import { useState } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { type Business, businessContract } from '#shared/business/contract.ts'

type OwnBusiness = { data: Business | null | undefined; isError: boolean; error: Error | null; refetch: () => unknown }

/**
 * The business of the merchant; null before its registration. It is read only when it exists, because browsers report each 404
 * in their console. Null stays while a business that was just registered is read, so that the form does not lose its input.
 */
export function useOwnBusiness({ enabled = true } = {}): OwnBusiness {
  const progress = useRead(businessContract.progress, {}, { enabled, quiet: true })
  const isRegistered = progress.data?.businessUpdated
  const [isNew, setNew] = useState(false)
  if (isRegistered === false && !isNew) setNew(true)
  const business = useRead(businessContract.read, {}, { enabled: enabled && isRegistered === true, quiet: true })
  const { isError, error, refetch } = isRegistered ? business : progress
  return { data: business.data ?? (isNew ? null : undefined), isError, error, refetch }
}
