import { useMemo } from 'react'
import { type Saved, useSavedList } from '#client/core/offline/records.ts'
import { batchedJudge } from '#client/ui/codes/batched-judge.ts'
import { askCheck } from '#client/ui/codes/check-judge.ts'
import type { Judge } from '#client/ui/scan/judge.ts'
import { type LogisticView, logisticEntity } from '#shared/logistic/record.ts'
import { readPrinted } from '#shared/verify/printed.ts'

/** Codes travel whether they are active or not. */
const server = batchedJudge(askCheck(['active', 'pending']))

/** A code of a shipment that waits on this device is in another shipment, whether there is a connection or not. */
export function useShipmentJudge(): Judge {
  const saved = useSavedList<LogisticView>(logisticEntity)
  return useMemo(() => {
    const travelling = addressesOf(saved ?? [])
    return (code) => (travelling.has(code.address) ? { about: 'shipped', fits: false } : server(code))
  }, [saved])
}

export function addressesOf(saved: readonly Pick<Saved<LogisticView>, 'data'>[]): Set<string> {
  const lists = saved.filter(({ data }) => data.delivered_at === null).flatMap(({ data }) => data.addresses ?? [])
  return new Set(lists.flatMap((text) => readPrinted(text)?.address ?? []))
}
