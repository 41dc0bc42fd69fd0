import { useState } from 'react'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { showError } from '#client/core/http/errors.ts'
import { call } from '#client/core/http/query-client.ts'
import { type FileReadOptions, readInWorker } from '#client/core/text-file/read-in-worker.ts'
import type { UnreadTable } from '#client/core/text-file/read-table.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { serialContract } from '#shared/order/serial-contract.ts'
import type { readSerials, SerialFault, SerialList } from './read-serials.ts'

export type SerialFileState =
  | { step: 'none' }
  | { step: 'reading' | 'checking'; name: string }
  | {
      step: 'rejected'
      file: File
      reason: UnreadTable<'Serial'> | { kind: 'unreadable' } | { kind: 'tooMany'; count: number }
    }
  | { step: 'ready'; file: File; list: SerialList }

export type SerialFile = {
  state: SerialFileState
  /** Reads and checks a file, or with `isAsked` offers the ways to read it. */
  take: (file: File, options?: FileReadOptions) => Promise<void>
  clear: () => void
}

/**
 * State of a file of serial numbers. Rows that cannot be used are left out, so the list is good.
 *
 * @param skuId the product whose serial numbers it must not repeat; undefined for a list that was checked before
 */
export function useSerialFile(skuId: string | undefined): SerialFile {
  const [state, setState] = useState<SerialFileState>({ step: 'none' })
  useUnsaved(state.step === 'ready')
  const take = async (file: File, options?: FileReadOptions) => {
    setState({ step: 'reading', name: file.name })
    const read = await readSerialFile(file, options).catch(() => ({ kind: 'unreadable' as const }))
    if (read.kind !== 'list') return setState({ step: 'rejected', file, reason: read })
    const count = read.serials.length
    if (count > limits.ownSerials) return setState({ step: 'rejected', file, reason: { kind: 'tooMany', count } })
    setState({ step: 'checking', name: file.name })
    try {
      const list = skuId === undefined ? read : withoutFaults(read, await checkOnServer(skuId, read))
      setState({ step: 'ready', file, list })
    } catch (error) {
      showError(error)
      setState({ step: 'none' })
    }
  }
  return { state, take, clear: () => setState({ step: 'none' }) }
}

/** The rows that the server finds, in parts that one call takes. */
async function checkOnServer(skuId: string, { serials, rows }: SerialList): Promise<SerialFault[]> {
  const faults: SerialFault[] = []
  for (let from = 0; from < serials.length; from += limits.ownSerialsPerCall) {
    const part = serials.slice(from, from + limits.ownSerialsPerCall)
    const { errors } = await call(serialContract.check, { body: { skuId, serials: part } })
    for (const error of errors) faults.push({ ...error, row: rows[from + error.row - 1]! })
  }
  return faults
}

function withoutFaults(list: SerialList, faults: readonly SerialFault[]): SerialList {
  const bad = new Set(faults.map(({ row }) => row))
  const isGood = (_: unknown, at: number) => !bad.has(list.rows[at]!)
  return {
    ...list,
    serials: list.serials.filter(isGood),
    rows: list.rows.filter((row) => !bad.has(row)),
    faults: [...list.faults, ...faults].sort((one, other) => one.row - other.row),
  }
}

/** Reads a file in a worker. */
function readSerialFile(file: File, options?: FileReadOptions): Promise<ReturnType<typeof readSerials>> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, file, options)
}
