import type { DecodeOptions } from '#client/core/text-file/decode-text.ts'
import { readTable, type TableNotes, type UnreadTable } from '#client/core/text-file/read-table.ts'
import type { ShapeProblem } from '#shared/core/row-problems.ts'
import { normalSerial, serialProblem } from '#shared/order/own-serial.ts'
import type { SerialError } from '#shared/order/serial-contract.ts'
import { parseCode } from '#shared/verify/code/code.ts'

/** `row` is the number in a spreadsheet. */
export type SerialFault = { row: number; serial: string; problem: SerialError['problem'] | ShapeProblem }
export type SerialList = {
  kind: 'list'
  serials: string[]
  /** The row of each serial. */
  rows: number[]
  /** The rows that cannot be used. */
  faults: SerialFault[]
  notes: TableNotes
}

const columns = {
  headings: {
    Serial: [
      'Serial',
      'Serials',
      'Serial No',
      'Serial Number',
      'Serial Numbers',
      'Own Serial',
      'SN',
      'Серийный номер',
      'Собственный номер',
    ],
  },
  required: ['Serial'],
} as const

/** Reads the serial numbers of a file. Every row of the file is in one of the two lists. */
export function readSerials(bytes: Uint8Array, options: DecodeOptions): SerialList | UnreadTable<'Serial'> {
  const table = readTable<'Serial'>(bytes, columns, options)
  if (table.kind !== 'table') return table
  const list: SerialList = { kind: 'list', serials: [], rows: [], faults: [], notes: table.notes }
  const seen = new Set<string>()
  for (const { row, cells, problem: shape } of table.rows) {
    const serial = normalSerial(cells.Serial)
    const problem = shape?.kind ?? problemOf(serial, seen)
    if (problem) list.faults.push({ row, serial, problem })
    else {
      seen.add(serial)
      list.serials.push(serial)
      list.rows.push(row)
    }
  }
  return list
}

function problemOf(serial: string, seen: ReadonlySet<string>): SerialFault['problem'] | undefined {
  if (serial.includes('/') && parseCode(serial)?.secret) return 'code'
  return serialProblem(serial) ?? (seen.has(serial) ? 'duplicate' : undefined)
}
