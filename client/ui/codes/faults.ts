import { readPrinted } from '#shared/verify/printed.ts'
import type { RowError } from './bad-rows.ts'
import type { List, ListRow } from './parse.ts'

type Whole = Extract<List, { kind: 'list' }>
/** A list with what is wrong with its rows. */
export type ReadList = Exclude<List, Whole> | (Whole & { faults: RowError[] })

export function withFaults(list: List): ReadList {
  return list.kind === 'list' ? { ...list, faults: faultsOf(list.rows, list.blank) } : list
}

/** What a device can tell of rows without the server, in the order of the file. */
function faultsOf(rows: readonly ListRow[], blank: readonly number[]): RowError[] {
  const seen = new Set<string>()
  const faults: RowError[] = blank.map((row) => ({ row, code: '', problem: 'blank' }))
  for (const one of rows) {
    const address = readPrinted(one.code)?.address
    if (address === undefined) faults.push({ ...one, problem: 'unreadable' })
    else if (seen.has(address)) faults.push({ ...one, problem: 'duplicate' })
    else seen.add(address)
  }
  return faults.sort((a, b) => a.row - b.row)
}
