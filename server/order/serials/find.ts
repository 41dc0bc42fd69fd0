import type { Tx } from '#server/core/db/database.ts'
import { textArray, uuidArray } from '#server/core/db/sql-params.ts'
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
    from own_serial s join code c on c.order_id = s.order_id and c.serial_no = s.serial_no
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

/** The own serials of codes, by address; codes without one are absent. */
export async function ownSerialsOf(
  tx: Pick<Tx, 'execute'>,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ address: string; serial: string }>(sql`
    select c.address, s.serial from unnest(${uuidArray(addresses)}) asked (address)
    join lateral (select * from code where code.address = asked.address offset 0) c on true
    join own_serial s on s.order_id = c.order_id and s.serial_no = c.serial_no`)
  return new Map(rows.map(({ address, serial }) => [address, serial]))
}

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
