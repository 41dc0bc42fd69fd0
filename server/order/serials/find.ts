import type { Tx } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { ListedCode } from '#server/order/service.ts'
import { normalSerial, serialProblem } from '#shared/order/own-serial.ts'

type Reader = (text: string) => ListedCode | undefined
type Match = { serial: string; address: string; codes: number }

/** No code has this address. */
const noAddress = '00000000-0000-0000-0000-000000000000'

/**
 * Returns a reader that also reads own serials of the merchant, for the texts of a list. A text with a valid secret is a code; any
 * other text that is an own serial is read as that, because the goods carried it before. Serials are unique within a product: one
 * that several products have names no code.
 */
export async function withOwnSerials(
  tx: Tx,
  merchantId: string,
  list: readonly string[],
  read: Reader,
): Promise<Reader> {
  const texts = list.filter((text) => read(text)?.hasSecret !== true).map(normalSerial)
  const asked = [...new Set(texts)].filter((text) => serialProblem(text) === undefined)
  if (asked.length === 0) return read
  const { rows } = await tx.execute<Match>(sql`
    select s.serial, min(c.address::text) as address, count(*)::int as codes
    from own_serial s
    join lateral (select address from code where order_id = s.order_id and serial_no = s.serial_no offset 0) c on true
    where s.merchant_id = ${merchantId} and s.serial = any(${textArray(asked)}) group by s.serial`)
  const found = new Map(rows.map((row) => [row.serial, row]))
  return (text) => {
    const match = found.get(normalSerial(text))
    const code = read(text)
    if (!match || code?.hasSecret === true) return code
    return match.codes === 1
      ? { address: match.address, hasSecret: undefined }
      : { address: noAddress, hasSecret: undefined, isAmbiguous: true }
  }
}

/**
 * SQL text of the own serial of a code; null without one. A subquery is one index lookup for each code, with any statistics: a join
 * read the table once for each code of a new order.
 *
 * @param code name of the table or alias with the code
 * @param order the same of its order
 */
export const ownSerialOf = (code: string, order: string): string =>
  `(select own.serial from own_serial own where ${order}.own_serials and own.order_id = ${code}.order_id and own.serial_no = ${code}.serial_no)`

type SerialHit = { address: string; serial: string; product: string }

/** The codes of a merchant whose items carry exactly this serial, one for each product at most. */
export async function findSerialHits(
  tx: Tx,
  { merchantId, text, most }: { merchantId: string; text: string; most: number },
): Promise<SerialHit[]> {
  const serial = normalSerial(text)
  const { rows } = await tx.execute<SerialHit>(sql`
    select c.address, s.serial, p.name as product from own_serial s
    join code c on c.order_id = s.order_id and c.serial_no = s.serial_no
    join sku p on p.id = s.sku_id
    where s.merchant_id = ${merchantId} and s.serial = ${serial} order by p.name limit ${most}`)
  return rows
}
