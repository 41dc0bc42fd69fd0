import { parseCode } from '#shared/verify/code/code.ts'
import type { RowError } from './bad-rows.ts'
import type { ListRow, ParsedList } from './parse.ts'

type ListWithRows = Extract<ParsedList, { kind: 'list' }>
/** A list with its row errors. */
export type CheckedCodeList = Exclude<ParsedList, ListWithRows> | (ListWithRows & { faults: RowError[] })

export function withRowErrors(list: ParsedList): CheckedCodeList {
  return list.kind === 'list' ? { ...list, faults: findRowErrors(list.rows, list.unsendable) } : list
}

/** Row errors that the device finds without the server, in the order of the file. */
function findRowErrors(rows: readonly ListRow[], unsendable: readonly RowError[]): RowError[] {
  const seen = new Set<string>()
  const faults: RowError[] = [...unsendable]
  for (const one of rows) {
    const address = parseCode(one.code)?.address
    if (address === undefined) faults.push({ ...one, problem: 'unreadable' })
    else if (seen.has(address)) faults.push({ ...one, problem: 'duplicate' })
    else seen.add(address)
  }
  return faults.sort((a, b) => a.row - b.row)
}
