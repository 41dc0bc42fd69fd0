import type { Tx } from '#server/core/db/database.ts'
import { and, asc, between, eq } from '#server/core/drizzle/orm.ts'
import { code } from '#server/order/table.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { tagTemplate } from './crypto/ndef.ts'

/** Codes that are read and sent at a time. */
const codesPerQuery = 5000

type SerialNumbers = { first: number; last: number }

/** The lines of a CSV file for an encoder. They contain letters of URLs and numbers only, so no spreadsheet reads a formula. */
export async function* templateLines(
  tx: Tx,
  publicUrl: string,
  orderId: string,
  { first, last }: SerialNumbers,
): AsyncGenerator<string> {
  yield 'serial_no,url_template,ndef_hex,picc_offset,mac_input_offset,mac_offset\r\n'
  for (let from = first; from <= last; from += codesPerQuery) {
    const to = Math.min(last, from + codesPerQuery - 1)
    const rows = await tx
      .select({ address: code.address, serialNo: code.serialNo })
      .from(code)
      .where(and(eq(code.orderId, orderId), between(code.serialNo, from, to)))
      .orderBy(asc(code.serialNo))
    yield rows.map(({ address, serialNo }) => `${serialNo},${fieldsOf(publicUrl, address)}\r\n`).join('')
  }
}

function fieldsOf(publicUrl: string, address: string): string {
  const { url, ndef, piccOffset, macInputOffset, macOffset } = tagTemplate(publicUrl, formatAddress(address))
  return [url, ndef.toString('hex').toUpperCase(), piccOffset, macInputOffset, macOffset].join()
}
