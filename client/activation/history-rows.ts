import { useCallback, useEffect, useMemo } from 'react'
import { refresh, useRead } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { type OfflineRecord, offline, useRecordPage } from '#client/core/offline/read/queries.ts'
import { rejectionProblems } from '#client/core/offline/read/rejection-problems.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { activationContract, activationProblems, type Batch } from '#shared/activation/contract.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { withoutNulls } from '#shared/core/without-nulls.ts'
import { orderContract } from '#shared/order/contract.ts'
import { submissionProblems } from '#shared/submission/contract.ts'

export type HistoryState = ActivationRecord['state']
export type HistoryRow = ActivationRecord & {
  id: string
  /** The record on this device, if there is one. */
  saved?: OfflineRecord<ActivationRecord>
}

const states: Record<Batch['status'], HistoryState> = { Activating: 'running', Activated: 'done', Failed: 'failed' }

export const isInProgress = (state: HistoryState): boolean => state === 'queued' || state === 'running'

/**
 * A page of the activations: from the device's records, or from the server in demo mode, where the device has none. A
 * device has only the newest activations, so a search also asks the server, whose response replaces the device's matches.
 */
export function useHistoryRows(query: { page: number; limit: number; search?: string }) {
  const engine = offline((state) => state.engine)
  const isDemo = useViewer()?.demo === true
  const isKept = engine !== undefined && !isDemo
  const search = query.search?.toUpperCase()
  const matches = useCallback(
    ({ identifier }: ActivationRecord) => identifier?.includes(search ?? '') ?? false,
    [search],
  )
  const local = useRecordPage<ActivationRecord>(activationEntity, query, search ? matches : undefined)
  const remote = useRead(
    activationContract.batches,
    { query },
    { enabled: !isKept || search !== undefined, quiet: isKept },
  )

  const localData = useMemo(
    () => local.data && { rows: local.data.rows.map(rowOfRecord), total: local.data.total },
    [local.data],
  )
  const remoteData = useMemo(
    () => remote.data && { rows: remote.data.rows.map(rowOfBatch), total: remote.data.total },
    [remote.data],
  )
  const isLocal = isKept && (!search || (!remoteData && localData?.rows.length !== 0))
  const read = isLocal ? { ...local, data: localData } : { ...remote, data: remoteData }

  const again = useCallback(() => {
    void refresh(activationContract.batches, orderContract.list)
    if (isKept) void engine.sendNow()
  }, [isKept, engine])
  useServerEvents('activation', again)
  const watching = read.data?.rows.some(({ state }) => isInProgress(state)) ?? false
  useEffect(() => {
    if (!watching) return
    const timer = setInterval(again, limits.pollMs)
    return () => clearInterval(timer)
  }, [watching, again])
  return read
}

function rowOfRecord(saved: OfflineRecord<ActivationRecord>): HistoryRow {
  return { ...saved.data, id: saved.id, saved }
}

function rowOfBatch({ status, finishedAt: _, ...fields }: Batch): HistoryRow {
  return { ...withoutNulls(fields), state: states[status] }
}

/** All problems with which the server rejects a list of codes, by problem code. */
export const activationRejectionProblems = rejectionProblems(activationProblems, submissionProblems)
