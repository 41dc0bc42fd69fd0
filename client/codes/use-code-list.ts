import { useState } from 'react'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import type { RowError } from './bad-rows.ts'
import type { ListRow } from './parse.ts'
import { readList } from './read-list.ts'
import type { CheckedCodeList } from './row-errors.ts'

/** Maximum length of one code. Longer text is not a code, and neither is its prefix. */
const maxCodeLength = 500

export type ListState =
  | { step: 'none' }
  | { step: 'reading'; name: string }
  | { step: 'rejected'; reason: Exclude<CheckedCodeList, { kind: 'list' }> | { kind: 'unreadable' } }
  | { step: 'tooMany'; name: string; count: number }
  | {
      step: 'ready'
      name: string
      rows: readonly ListRow[] /** The row errors that the device can find without the server. */
      faults: readonly RowError[]
    }

export type CodeList = {
  list: ListState
  take: (file: File) => Promise<void>
  /** Removes these rows of the file and continues. */
  removeRows: (rows: ReadonlySet<number>) => void
  clear: () => void
}

/** State of a list of codes from the file to a list that may be sent. */
export function useCodeList(maxCodes: number): CodeList {
  const [list, setList] = useState<ListState>({ step: 'none' })
  useUnsaved(list.step === 'ready')
  const take = async (file: File) => {
    setList({ step: 'reading', name: file.name })
    setList(await readState(file, maxCodes))
  }
  const removeRows = (removed: ReadonlySet<number>) =>
    setList((before) =>
      before.step === 'ready'
        ? {
            ...before,
            rows: before.rows.filter(({ row }) => !removed.has(row)),
            faults: before.faults.filter(({ row }) => !removed.has(row)),
          }
        : before,
    )
  return { list, take, removeRows, clear: () => setList({ step: 'none' }) }
}

async function readState(file: File, maxCodes: number): Promise<ListState> {
  const { name } = file
  try {
    const read = await readList(file)
    if (read.kind !== 'list') return { step: 'rejected', reason: read }
    const { rows, blank, faults } = read
    const count = rows.length + blank.length
    return count > maxCodes ? { step: 'tooMany', name, count } : { step: 'ready', name, rows, faults }
  } catch {
    return { step: 'rejected', reason: { kind: 'unreadable' } }
  }
}

/** The codes of a list as they are sent. */
export const codesOf = (list: ListState): string[] =>
  list.step === 'ready' ? list.rows.map(({ code }) => code.slice(0, maxCodeLength)) : []
