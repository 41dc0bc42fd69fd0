import type { Database } from '#server/core/db/database.ts'
import { and, desc, eq, sql } from '#server/core/drizzle/orm.ts'
import { createGtinLookup } from '#server/gs1/service.ts'
import { passportVersion } from '#server/passport/table.ts'
import type { DigitalLink } from '#shared/gs1/digital-link.ts'
import type { ItemPoint } from '#shared/passport/item-contract.ts'
import { parseCode } from '#shared/verify/code/code.ts'

type VersionRow = typeof passportVersion.$inferSelect
/** An active item of the product, with its own values. `revision` is 0 without any. */
export type PassportItem = { serial: string; points: readonly ItemPoint[]; revision: number; updatedAt: Date | null }
/** A version, and the item of the product that was asked for: undefined if it is none, and for everybody without a key. */
export type PublishedPassport = VersionRow & { item: PassportItem | undefined }

/**
 * Finds the newest version of a passport, or an earlier one by its number. A lot or an item without one of its own has that of its
 * product. The merchant is the one whom the resolver of GS1 Digital Links names.
 */
export function createPassportLookup(
  db: Pick<Database, 'read'>,
): (link: Omit<DigitalLink, 'serial'>, version: number | undefined) => Promise<VersionRow | undefined> {
  const findProduct = createGtinLookup(db)
  return async ({ gtin, lot = '' }, version) => {
    const product = await findProduct(gtin)
    if (!product) return undefined
    const { merchantId, skuId } = product
    const find = async (wanted: string): Promise<VersionRow | undefined> => {
      const [found] = await db.read
        .select()
        .from(passportVersion)
        .where(
          and(
            eq(passportVersion.merchantId, merchantId),
            eq(passportVersion.skuId, skuId),
            eq(passportVersion.lot, wanted),
            eq(passportVersion.gtin, gtin),
            version === undefined ? undefined : eq(passportVersion.version, version),
          ),
        )
        .orderBy(desc(passportVersion.version))
        .limit(1)
      return found
    }
    return (await find(lot)) ?? (lot === '' || version !== undefined ? undefined : find(''))
  }
}

/** The hexadecimal digits of an address that the prefix of its order contains, before those of a GS1 serial number. */
const digitsBefore = 7
const prefixDigits = 10

/**
 * The item with an active code of the product and this serial number. The number is the end of the address; the digits before it are in
 * the prefix of the order.
 */
export async function findItem(
  { read }: Pick<Database, 'read'>,
  { merchantId, skuId, gtin }: VersionRow,
  serial: string,
): Promise<PassportItem | undefined> {
  if (serial.length !== 20) return undefined
  const address = parseCode(`000000${serial}`)?.address
  if (address === undefined) return undefined
  const end = address.replaceAll('-', '').slice(digitsBefore)
  const { rows } = await read.execute<{ points: ItemPoint[]; revision: number; at: Date | null }>(sql`
    select coalesce(i.points, '[]') as points, coalesce(i.revision, 0) as revision, i.updated_at as at from code_order o
    join activation a on a.address = (left(encode(o.prefix, 'hex'), ${digitsBefore}::int) || ${end})::uuid
      and a.merchant_id = o.merchant_id
    left join passport_item i on i.address = a.address and i.merchant_id = o.merchant_id and i.sku_id = o.sku_id
    where o.merchant_id = ${merchantId} and o.sku_id = ${skuId} and o.gtin = ${gtin}
      and right(encode(o.prefix, 'hex'), ${prefixDigits - digitsBefore}::int) = ${end.slice(0, prefixDigits - digitsBefore)}
    limit 1`)
  const [found] = rows
  if (!found) return undefined
  const { points, revision, at } = found
  return { serial: serial.toUpperCase(), points, revision, updatedAt: at && new Date(at) }
}
