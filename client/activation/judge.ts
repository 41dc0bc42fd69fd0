import { useMemo } from 'react'
import { type Saved, useSavedList } from '#client/core/offline/records.ts'
import { batchedJudge } from '#client/ui/codes/batched-judge.ts'
import { askCheck } from '#client/ui/codes/check-judge.ts'
import type { Judge } from '#client/ui/scan/judge.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { readPrinted } from '#shared/verify/printed.ts'

const server = batchedJudge(askCheck([], { about: 'notActive', fits: true }))

/** A code of a list that waits on this device is being activated, whether there is a connection or not. */
export function useActivationJudge(): Judge {
  const saved = useSavedList<ActivationRecord>(activationEntity)
  return useMemo(() => {
    const waiting = addressesOf(saved ?? [])
    return (code) => (waiting.has(code.address) ? { about: 'pending', fits: false } : server(code))
  }, [saved])
}

export function addressesOf(saved: readonly Saved<ActivationRecord>[]): Set<string> {
  const lists = saved.filter(({ data }) => data.state === 'captured').flatMap(({ data }) => data.addressList ?? [])
  return new Set(lists.flatMap((text) => readPrinted(text)?.address ?? []))
}
