import { withDatabase } from '#client/e2e/setup/database.ts'
import type { Assay } from '#client/e2e/setup/start-assay.ts'
import { loadSecrets } from '#scripts/start/secrets.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { codeKeyOf, printedAddress, printedSecret } from '#server/order/code.ts'

/** Printed addresses of codes of the seeded brands. */
export type ShopperCodes = {
  /** By the trademark of the product: codes of a product with a published customization that are not in a shipment. */
  brands: Map<string, string>
  /** Of the demo merchant's shipment in transit, with its id. */
  travelling: { code: string; logisticId: string }
  notActive: string
  /** Of Olivar del Sur, which only one test opens: many visits of a code lead to a warning. */
  unvisited: string
}

/** Prints the codes of an Assay. */
function printer({ dataDir }: Pick<Assay, 'dataDir'>): (address: string) => string {
  const key = codeKeyOf(Buffer.from(loadSecrets(dataDir).codeKey, 'hex'))
  return (address) => {
    const bytes = uuidBytes(address)
    return printedAddress(bytes) + printedSecret(key, bytes)
  }
}

/**
 * A code of the demo merchant that is neither activated nor in a shipment. It is from the middle of an order: other tests take the first
 * and the last codes.
 */
export async function unusedCode(assay: Pick<Assay, 'dataDir'>): Promise<string> {
  const { rows } = await withDatabase(assay, (client) =>
    client.query(`
      select c.address from code c join merchant m on m.id = c.merchant_id and m.is_demo
      where not exists (select from activation a where a.address = c.address)
        and not exists (select from logistic_item i where i.address = c.address)
      order by c.order_id desc, c.serial_no`),
  )
  return printer(assay)(rows[Math.floor(rows.length / 2)].address)
}

export async function shopperCodes(assay: Pick<Assay, 'dataDir'>): Promise<ShopperCodes> {
  const printed = printer(assay)
  return withDatabase(assay, async (client) => {
    const brands = await client.query(`
      select distinct on (t.registration_name) t.registration_name as brand, a.address
      from sku s join trademark t on t.id = s.trademark_id and t.verified_by = 'seed'
      join code_order o on o.sku_id = s.id join code c on c.order_id = o.id join activation a on a.address = c.address
      where s.details -> 'customization' ->> 'isDraft' = 'false'
      order by t.registration_name, o.created_at desc, c.serial_no desc`)
    const unvisited = await client.query(`
      select a.address from trademark t join sku s on s.trademark_id = t.id
      join code_order o on o.sku_id = s.id join code c on c.order_id = o.id join activation a on a.address = c.address
      where t.registration_name = 'Olivar del Sur' and t.verified_by = 'seed' order by o.created_at desc, c.serial_no limit 1`)
    const shipped = await client.query(`
      select l.id, i.address from logistic l join logistic_item i on i.logistic_id = l.id
      where l.identifier = 'POST-7002' order by i.address limit 1`)
    const idle = await client.query(`
      select c.address from code c where not exists (select from activation a where a.address = c.address)
      order by c.order_id, c.serial_no desc limit 1`)
    return {
      brands: new Map(brands.rows.map(({ brand, address }) => [brand, printed(address)])),
      travelling: { code: printed(shipped.rows[0].address), logisticId: shipped.rows[0].id },
      notActive: printed(idle.rows[0].address),
      unvisited: printed(unvisited.rows[0].address),
    }
  })
}
