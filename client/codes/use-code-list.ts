import { useState } from 'react'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { type FileReadOptions, readInWorker } from '#client/core/text-file/read-in-worker.ts'
import type { TableNotes } from '#client/core/text-file/read-table.ts'
import type { RowError } from './bad-rows.ts'
import type { ListRow } from './parse.ts'
import type { CheckedCodeList } from './row-errors.ts'

/** Maximum length of one code. Longer text is not a code, and neither is its prefix. */
const maxCodeLength = 500

export type ListState =
  | { step: 'none' }
  | { step: 'reading'; name: string }
  | { step: 'rejected'; file: File; reason: Exclude<CheckedCodeList, { kind: 'list' }> | { kind: 'unreadable' } }
  | { step: 'tooMany'; name: string; count: number }
  | {
      step: 'ready'
      file: File
      name: string
      rows: readonly ListRow[] /** The row errors that the device can find without the server. */
      faults: readonly RowError[]
      notes: TableNotes
      /** Rows of the file that were sent before. */
      sent: number
    }

export type CodeList = {
  list: ListState
  /** Reads a file, or with `isAsked` offers the ways to read it. */
  take: (file: File, options?: FileReadOptions) => Promise<void>
  /** Removes rows that were sent, and continues with the others. */
  removeSent: (rows: ReadonlySet<number>) => void
  clear: () => void
}

/** State of a list of codes from the file to a list that may be sent. */
export function useCodeList(maxCodes: number): CodeList {
  const [list, setList] = useState<ListState>({ step: 'none' })
  useUnsaved(list.step === 'ready')
  const take = async (file: File, options?: FileReadOptions) => {
    setList({ step: 'reading', name: file.name })
    setList(await readState(file, maxCodes, options))
  }
  const removeSent = (removed: ReadonlySet<number>) =>
    setList((before) =>
      before.step === 'ready'
        ? {
            ...before,
            sent: before.sent + removed.size,
            rows: before.rows.filter(({ row }) => !removed.has(row)),
            faults: before.faults.filter(({ row }) => !removed.has(row)),
          }
        : before,
    )
  return { list, take, removeSent, clear: () => setList({ step: 'none' }) }
}

async function readState(file: File, maxCodes: number, options: FileReadOptions | undefined): Promise<ListState> {
  const { name } = file
  try {
    const read = await readList(file, options)
    if (read.kind !== 'list') return { step: 'rejected', file, reason: read }
    const { rows, unsendable, faults, notes } = read
    const count = rows.length + unsendable.length
    return count > maxCodes
      ? { step: 'tooMany', name, count }
      : { step: 'ready', file, name, rows, faults, notes, sent: 0 }
  } catch {
    return { step: 'rejected', file, reason: { kind: 'unreadable' } }
  }
}

/** The codes of a list as they are sent: all, or those without the rows that have errors. */
export function codesOf(list: ListState, errors: readonly { row: number }[] = []): string[] {
  if (list.step !== 'ready') return []
  const bad = new Set(errors.map(({ row }) => row))
  return list.rows.filter(({ row }) => !bad.has(row)).map(({ code }) => code.slice(0, maxCodeLength))
}

/** Parses a list in a worker. */
function readList(file: File, options?: FileReadOptions): Promise<CheckedCodeList> {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, file, options)
}
