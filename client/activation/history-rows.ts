import { useCallback, useEffect, useMemo } from 'react'
import { refresh, useRead } from '#client/core/data.ts'
import { useEvents } from '#client/core/events.ts'
import { offline, type Saved, useSavedPage } from '#client/core/offline/records.ts'
import { useViewer } from '#client/core/viewer.ts'
import { activationContract, type Batch } from '#shared/activation/contract.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { limits } from '#shared/core/limits.ts'
import { orderContract } from '#shared/order/contract.ts'

export type HistoryState = ActivationRecord['state']
export type HistoryRow = {
  id: string
  /** What people call the batch; the server gives it. */
  identifier: string | undefined
  quantity: number
  state: HistoryState
  createdAt: string
  /** The record of this device, where there is one. */
  saved?: Saved<ActivationRecord>
}

const states: Record<Batch['status'], HistoryState> = { Activating: 'running', Activated: 'done', Failed: 'failed' }

export const isUnderWay = (state: HistoryState): boolean => state === 'queued' || state === 'running'

/** A page of the activations: the device's records, and the server's where the device keeps none (the demo). */
export function useHistoryRows(query: { page: number; limit: number }) {
  const engine = offline((state) => state.engine)
  const isDemo = useViewer()?.demo === true
  const isKept = engine !== undefined && !isDemo
  const local = useSavedPage<ActivationRecord>(activationEntity, query)
  const remote = useRead(activationContract.batches, { query }, { enabled: !isKept })

  const localData = useMemo(
    () => local.data && { rows: local.data.rows.map(ofRecord), total: local.data.total },
    [local.data],
  )
  const remoteData = useMemo(
    () => remote.data && { rows: remote.data.rows.map(ofBatch), total: remote.data.total },
    [remote.data],
  )
  const read = isKept ? { ...local, data: localData } : { ...remote, data: remoteData }

  const again = useCallback(() => {
    void refresh(activationContract.batches, orderContract.list)
    if (isKept) void engine.sendNow()
  }, [isKept, engine])
  useEvents('activation', again)
  const watching = read.data?.rows.some(({ state }) => isUnderWay(state)) ?? false
  useEffect(() => {
    if (!watching) return
    const timer = setInterval(again, limits.pollMs)
    return () => clearInterval(timer)
  }, [watching, again])
  return read
}

function ofRecord(saved: Saved<ActivationRecord>): HistoryRow {
  const { identifier, quantity, state, createdAt } = saved.data
  return { id: saved.id, identifier, quantity, state, createdAt, saved }
}

function ofBatch({ id, identifier, quantity, status, createdAt }: Batch): HistoryRow {
  return { id, identifier, quantity, state: states[status], createdAt }
}
