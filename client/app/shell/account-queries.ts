import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { type Balance, billingContract } from '#shared/billing/contract.ts'
import { businessContract, type OnboardingProgress } from '#shared/business/contract.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { lastBalance, storeBalance } from './stored-balance.ts'

/** The balance, for merchants with a confirmed e-mail. The device keeps it for `useShownBalance`. */
export function useBalance(viewer: Viewer): UseQueryResult<Balance> {
  useRefreshOnEvent('balance', billingContract.balance)
  const read = useRead(
    billingContract.balance,
    {},
    { enabled: viewer.emailConfirmed && hasAccess(billingContract.balance.access, viewer.role), quiet: true },
  )
  const { data } = read
  useEffect(() => {
    if (data && !viewer.demo) storeBalance(data)
  }, [data, viewer.demo])
  return read
}

/** The balance. Until it is read, or without a connection, the last one that this device has stored. */
export function useShownBalance(viewer: Viewer): Balance | undefined {
  const { data } = useBalance(viewer)
  return data ?? (viewer.demo ? undefined : lastBalance())
}

/** The steps of the verification. They update when an administrator decides. */
export function useProgress(viewer: Viewer): UseQueryResult<OnboardingProgress> {
  useRefreshOnEvent('progress', businessContract.progress)
  return useRead(
    businessContract.progress,
    {},
    { enabled: hasAccess(businessContract.progress.access, viewer.role), quiet: true },
  )
}
