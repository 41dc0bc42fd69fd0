import { useState } from 'react'
import { z } from 'zod'
import { refresh } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { activationContract } from '#shared/activation/contract.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { orderContract } from '#shared/order/contract.ts'

const OrderProgress = z.object({
  id: z.string(),
  done: z.number(),
  total: z.number(),
  perSecond: z.number(),
  secondsLeft: z.number(),
})
export type OrderProgress = z.infer<typeof OrderProgress>

/**
 * Live progress of running orders from server events. Missed events are covered by polling.
 *
 * @param reads are read again when an order is done or has failed
 */
export function useLiveProgress(...reads: readonly Route[]): ReadonlyMap<string, OrderProgress> {
  const [live, setLive] = useState<ReadonlyMap<string, OrderProgress>>(new Map())
  useServerEvents('order', (data) => {
    const progress = OrderProgress.safeParse(data).data
    // Without numbers, the generation has failed.
    if (!progress) return void refresh(orderContract.list, ...reads)
    setLive((before) => new Map(before).set(progress.id, progress))
    if (progress.done >= progress.total) void refresh(orderContract.list, orderContract.total, ...reads)
  })
  useRefreshOnEvent('activation', orderContract.list, activationContract.totalActivated)
  return live
}
