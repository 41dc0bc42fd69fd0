import { Transform } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { Client } from '#server/core/db/database.ts'
import { printedCell } from '#server/core/files/csv-options.ts'
import type { Order } from '#shared/order/contract.ts'
import { formatScratchCode } from '#shared/verify/code/scratch-code.ts'
import { type CodeKey, codeUrl, printedScratchCode } from './code.ts'
import { type CodeState, isActivated, ownSerialOf, type SerialRange } from './service.ts'

const activated = isActivated('c.address')
const condition = { all: '', active: `and ${activated}`, inactive: `and not ${activated}` }
const newline = 0x0a

/** Reads codes of an order by serial number, as text lines of COPY: one range after the other, until `amount` codes are read. */
export async function* copyCodes(
  client: Client,
  { id, ownSerials }: Pick<Order, 'id' | 'ownSerials'>,
  { state, ranges, amount }: { state: CodeState; ranges: readonly SerialRange[]; amount: number },
): AsyncGenerator<Buffer> {
  const ownColumn = ownSerials ? `, ${ownSerialOf('c', 'o')}` : ''
  const orderTable = ownSerials ? 'join code_order o on o.id = c.order_id' : ''
  let left = amount
  for (const { first, last } of ranges) {
    if (left === 0) return
    // COPY takes no parameters. The schema of the route validates the id; the others are whole numbers.
    const text = `copy (select replace(c.address::text, '-', ''), c.serial_no${ownColumn} from code c ${orderTable}
      where c.order_id = '${id}' and c.serial_no between ${first} and ${last} ${condition[state]}
      order by c.serial_no limit ${left}) to stdout`
    for await (const chunk of client.query(copyTo(text)) as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) left--
      yield chunk
    }
  }
}

type Printing = { key: CodeKey; scratchKey: CodeKey; origin: string; gtin: string | null }
/** `own`: the lines have the serial that the item had before, as a third column. */
type ExtraColumns = { serial: boolean; own: boolean; scratch: boolean }

/** Converts PostgreSQL's COPY text lines `hex address \t serial` to CSV lines. At most one chunk is in memory. */
export function csvLines(
  { key, scratchKey, origin, gtin }: Printing,
  { serial, own, scratch }: ExtraColumns,
): Transform {
  let remainder = ''
  const line = (text: string) => {
    const [hex, serialNo, ownSerial] = text.split('\t')
    const address = Buffer.from(hex!, 'hex')
    // Besides the own serial: letters, digits, slashes, dashes and a serial number only, so no spreadsheet reads a value as a formula.
    const url = codeUrl(origin, key, address, gtin)
    const ownText = own ? `,${printedCell(copiedText(ownSerial!))}` : ''
    const scratchCode = scratch ? `,${formatScratchCode(printedScratchCode(scratchKey, address))}` : ''
    return `${url}${serial ? `,${serialNo}` : ''}${ownText}${scratchCode}\r\n`
  }
  let hasStarted = false
  const head = () => {
    if (hasStarted) return ''
    hasStarted = true
    // Without the byte order mark, spreadsheets do not read letters outside ASCII.
    const mark = own ? '\ufeff' : ''
    return `${mark}Codes${serial ? ',Serial No' : ''}${own ? ',Own Serial' : ''}${scratch ? ',Scratch Code' : ''}\r\n`
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const lines = (remainder + chunk.toString('latin1')).split('\n')
      remainder = lines.pop()!
      done(null, head() + lines.map(line).join(''))
    },
    flush(done) {
      done(null, head() + (remainder ? line(remainder) : ''))
    },
  })
}

/** A text of COPY, which was read byte by byte. It has no control characters, so only backslashes are escaped. */
const copiedText = (text: string): string => Buffer.from(text, 'latin1').toString('utf8').replaceAll('\\\\', '\\')
