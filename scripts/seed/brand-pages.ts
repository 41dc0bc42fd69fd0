import type { Tx } from '#server/core/db/database.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { codeKeyOf, printedAddress, printedSecret } from '#server/order/code.ts'

/** An example page of a brand. `path` is the path of an active code. */
export type BrandPage = { brand: string; path: string }

/** Returns one page for each seeded product that has a published customization. */
export async function brandPages(tx: Tx, codeKey: Uint8Array): Promise<BrandPage[]> {
  const { rows } = await tx.execute<{ brand: string; address: string }>(sql`
    select distinct on (t.registration_name) t.registration_name as brand, a.address
    from sku s join trademark t on t.id = s.trademark_id and t.verified_by = 'seed'
    join code_order o on o.sku_id = s.id join code c on c.order_id = o.id join activation a on a.address = c.address
    where s.details -> 'customization' ->> 'isDraft' = 'false'
    order by t.registration_name, o.created_at, c.serial_no`)
  const key = codeKeyOf(codeKey)
  return rows.map(({ brand, address }) => {
    const bytes = uuidBytes(address)
    return { brand, path: `/v/${printedAddress(bytes)}${printedSecret(key, bytes)}` }
  })
}
