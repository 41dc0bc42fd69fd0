import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { refresh, useRead } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { type Balance, billingContract } from '#shared/billing/contract.ts'
import { businessContract, type OnboardingProgress } from '#shared/business/contract.ts'
import type { Route } from '#shared/core/api/contract.ts'

/** Whether the top bar shows the balance: for merchants with a confirmed e-mail. */
export function useBalance(viewer: Viewer): UseQueryResult<Balance> {
  useRefreshOnEvent('balance', billingContract.balance)
  return useRead(billingContract.balance, {}, { enabled: !viewer.isAdmin && viewer.emailConfirmed, quiet: true })
}

/** The steps of the verification. They update when an administrator decides. */
export function useProgress(viewer: Viewer): UseQueryResult<OnboardingProgress> {
  useRefreshOnEvent('progress', businessContract.progress)
  return useRead(businessContract.progress, {}, { enabled: !viewer.isAdmin, quiet: true })
}

function useRefreshOnEvent(event: string, route: Route): void {
  useServerEvents(
    event,
    useCallback(() => void refresh(route), [route]),
  )
}
