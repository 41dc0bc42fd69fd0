import { useCallback, useState } from 'react'
import { z } from 'zod'
import { refresh } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { orderContract } from '#shared/order/contract.ts'

const OrderProgress = z.object({
  id: z.string(),
  done: z.number(),
  total: z.number(),
  perSecond: z.number(),
  secondsLeft: z.number(),
})
export type OrderProgress = z.infer<typeof OrderProgress>

/** Live progress of running orders from server events. Missed events are covered by polling. */
export function useLiveProgress(): ReadonlyMap<string, OrderProgress> {
  const [live, setLive] = useState<ReadonlyMap<string, OrderProgress>>(new Map())
  useServerEvents(
    'order',
    useCallback((data) => {
      const told = OrderProgress.safeParse(data).data
      // Without numbers: the generation was given up.
      if (!told) return void refresh(orderContract.list)
      setLive((before) => new Map(before).set(told.id, told))
      if (told.done >= told.total) void refresh(orderContract.list, orderContract.total)
    }, []),
  )
  useServerEvents(
    'activation',
    useCallback(() => void refresh(orderContract.list, activationContract.totalActivated), []),
  )
  return live
}
