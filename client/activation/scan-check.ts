import { useMemo } from 'react'
import { batchedCheck } from '#client/codes/batched-check.ts'
import { serverCheck } from '#client/codes/server-check.ts'
import { type OfflineRecord, useUnsentRecords } from '#client/core/offline/read/queries.ts'
import type { CodeChecker } from '#client/scan/code-check.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { parseCode } from '#shared/verify/code/code.ts'

const checkOnServer = batchedCheck(serverCheck([], { status: 'notActive', acceptable: true }))

/** Reports codes of a list that waits on this device as being activated, with or without a connection. */
export function useActivationScanCheck(): CodeChecker {
  const saved = useUnsentRecords<ActivationRecord>(activationEntity)
  return useMemo(() => {
    const waiting = queuedAddresses(saved ?? [])
    return (code) => (waiting.has(code.address) ? { status: 'pending', acceptable: false } : checkOnServer(code))
  }, [saved])
}

export function queuedAddresses(saved: readonly OfflineRecord<ActivationRecord>[]): Set<string> {
  const lists = saved.filter(({ data }) => data.state === 'captured').flatMap(({ data }) => data.addressList ?? [])
  return new Set(lists.flatMap((text) => parseCode(text)?.address ?? []))
}
