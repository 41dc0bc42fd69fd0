import { Transform } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { Client } from '#server/core/db/database.ts'
import { formatScratchCode } from '#shared/verify/code/scratch-code.ts'
import { type CodeKey, codeUrl, printedScratchCode } from './code.ts'
import { type CodeState, isActivated, type SerialRange } from './service.ts'

const activated = isActivated('c.address')
const condition = { all: '', active: `and ${activated}`, inactive: `and not ${activated}` }
const newline = 0x0a

/** Reads codes of an order by serial number, as text lines of COPY: one range after the other, until `amount` codes are read. */
export async function* copyCodes(
  client: Client,
  orderId: string,
  { state, ranges, amount }: { state: CodeState; ranges: readonly SerialRange[]; amount: number },
): AsyncGenerator<Buffer> {
  let left = amount
  for (const { first, last } of ranges) {
    if (left === 0) return
    // COPY takes no parameters. The schema of the route validates the id; the others are whole numbers.
    const text = `copy (select replace(c.address::text, '-', ''), c.serial_no from code c
      where c.order_id = '${orderId}' and c.serial_no between ${first} and ${last} ${condition[state]}
      order by c.serial_no limit ${left}) to stdout`
    for await (const chunk of client.query(copyTo(text)) as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) left--
      yield chunk
    }
  }
}

type Printing = { key: CodeKey; scratchKey: CodeKey; origin: string }
type ExtraColumns = { serial: boolean; scratch: boolean }

/** Converts PostgreSQL's COPY text lines `hex address \t serial` to CSV lines. At most one chunk is in memory. */
export function csvLines({ key, scratchKey, origin }: Printing, { serial, scratch }: ExtraColumns): Transform {
  let remainder = ''
  const line = (text: string) => {
    const tab = text.indexOf('\t')
    const address = Buffer.from(text.slice(0, tab), 'hex')
    // Letters, digits, slashes, dashes and a serial number only, so no spreadsheet reads a value as a formula.
    const url = codeUrl(origin, key, address)
    const serialNo = serial ? `,${text.slice(tab + 1)}` : ''
    const scratchCode = scratch ? `,${formatScratchCode(printedScratchCode(scratchKey, address))}` : ''
    return `${url}${serialNo}${scratchCode}\r\n`
  }
  let hasStarted = false
  const head = () => {
    if (hasStarted) return ''
    hasStarted = true
    return `Codes${serial ? ',Serial No' : ''}${scratch ? ',Scratch Code' : ''}\r\n`
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
