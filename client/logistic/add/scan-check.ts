import { useMemo } from 'react'
import { batchedCheck } from '#client/codes/batched-check.ts'
import { serverCheck } from '#client/codes/server-check.ts'
import { type OfflineRecord, useUnsentRecords } from '#client/core/offline/read/queries.ts'
import type { CodeChecker } from '#client/scan/code-check.ts'
import { type LogisticView, logisticEntity } from '#shared/logistic/record.ts'
import { parseCode } from '#shared/verify/code/code.ts'

/** Codes can be shipped whether or not they are active. */
const checkOnServer = batchedCheck(serverCheck(['active', 'pending']))

/** Reports codes of a shipment that waits on this device as part of another shipment, with or without a connection. */
export function useShipmentScanCheck(): CodeChecker {
  const saved = useUnsentRecords<LogisticView>(logisticEntity)
  return useMemo(() => {
    const travelling = addressesInTransit(saved ?? [])
    return (code) => (travelling.has(code.address) ? { status: 'shipped', acceptable: false } : checkOnServer(code))
  }, [saved])
}

function addressesInTransit(saved: readonly Pick<OfflineRecord<LogisticView>, 'data'>[]): Set<string> {
  const lists = saved.filter(({ data }) => data.delivered_at === null).flatMap(({ data }) => data.addresses ?? [])
  return new Set(lists.flatMap((text) => parseCode(text)?.address ?? []))
}
