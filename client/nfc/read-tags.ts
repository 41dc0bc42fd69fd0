import type { DecodeOptions } from '#client/core/text-file/decode-text.ts'
import { readTable, type TableColumns } from '#client/core/text-file/read-table.ts'
import { TagInput } from '#shared/nfc/contract.ts'

const columns: TableColumns<'serial_no' | 'uid'> = {
  headings: { serial_no: ['serial_no', 'Serial No', 'Серийный номер'], uid: ['uid'] },
  required: ['serial_no', 'uid'],
}

/** `rows`: the numbers of the tags in the spreadsheet. `unread`: those of rows that are no tag. */
export type TagFile = { tags: TagInput[]; rows: number[]; unread: number[] }

/** Reads a list of chips; undefined if the file is no such list. */
export function readTagFile(bytes: Uint8Array, options: DecodeOptions): TagFile | undefined {
  const table = readTable(bytes, columns, options)
  if (table.kind !== 'table') return undefined
  const file: TagFile = { tags: [], rows: [], unread: [] }
  for (const { row, cells, problem } of table.rows) {
    const tag = TagInput.safeParse({ serial_no: Number(cells.serial_no), uid: cells.uid })
    if (problem || !tag.success) file.unread.push(row)
    else {
      file.tags.push(tag.data)
      file.rows.push(row)
    }
  }
  return file
}
