import { useState } from 'react'
import { useWrite } from '#client/core/data.ts'
import { activationContract, type CodeCheck } from '#shared/activation/contract.ts'
import { limits } from '#shared/core/limits.ts'
import type { List, ListRow } from './parse.ts'
import { readList } from './read-list.ts'

/** The longest text that the check takes for one code. A longer one is none, and so is its beginning. */
const longestCode = 500

export type RowError = { row: number; code: string; problem: CodeCheck['problem'] | 'blank' }
export type ListState =
  | { step: 'none' }
  | { step: 'reading'; name: string }
  | { step: 'refused'; reason: Exclude<List, { kind: 'list' }> | { kind: 'unreadable' } }
  | { step: 'tooMany'; name: string; count: number }
  | { step: 'ready'; name: string; rows: ListRow[]; blank: number[] }

/** A list on its way from the file to one that may be activated: read here, then checked by the server as a whole. */
export function useList() {
  const [list, setList] = useState<ListState>({ step: 'none' })
  const check = useWrite(activationContract.check)
  const rows = list.step === 'ready' ? list.rows : []
  const addressList = rows.map(({ code }) => code.slice(0, longestCode))

  const verify = (codes: readonly ListRow[]) =>
    check.mutate({ body: { addressList: codes.map(({ code }) => code.slice(0, longestCode)) } })
  const take = async (file: File) => {
    check.reset()
    setList({ step: 'reading', name: file.name })
    try {
      const read = await readList(file)
      if (read.kind !== 'list') return setList({ step: 'refused', reason: read })
      const count = read.rows.length + read.blank.length
      if (count > limits.activationCodes) return setList({ step: 'tooMany', name: file.name, count })
      setList({ step: 'ready', name: file.name, rows: read.rows, blank: read.blank })
      if (read.rows.length > 0) verify(read.rows)
    } catch {
      setList({ step: 'refused', reason: { kind: 'unreadable' } })
    }
  }
  const clear = () => {
    check.reset()
    setList({ step: 'none' })
  }

  return {
    list,
    addressList,
    errors: list.step === 'ready' ? errorsOf(list, check.data?.errors ?? []) : [],
    isChecked: check.isSuccess,
    isChecking: check.isPending,
    take,
    clear,
    checkAgain: () => verify(rows),
  }
}

/** The server counts the codes that it was sent; people count the rows of their file. */
function errorsOf({ rows, blank }: { rows: ListRow[]; blank: number[] }, found: readonly CodeCheck[]): RowError[] {
  const errors: RowError[] = [
    ...blank.map((row) => ({ row, code: '', problem: 'blank' as const })),
    ...found.map(({ row, problem }) => ({ ...rows[row - 1]!, problem })),
  ]
  return errors.sort((a, b) => a.row - b.row)
}
