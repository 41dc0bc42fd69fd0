import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { orderPrefixOf, productsOfOrders } from '#server/order/service.ts'
import { skuCertificate } from '#server/sku/table.ts'
import { activationProblems } from '#shared/activation/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'

/**
 * The certificates for the payloads of these codes: the chosen ones, or every approved one of their products. A
 * certificate of another product, of another merchant or without a merchant is rejected with the same message.
 */
export async function certificatesFor(
  tx: Tx,
  merchantId: string,
  addresses: readonly string[],
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const prefixes = [...new Set(addresses.map(orderPrefixOf))].map((prefix) => Buffer.from(prefix, 'hex'))
  const products = sql`(
    select sku_id from code_order
    where merchant_id = ${merchantId} and sku_id is not null and prefix in ${prefixes}
    union select sku_id from code_binding
    where merchant_id = ${merchantId} and address = any(${uuidArray(addresses)}))`
  return chosenOf(tx, merchantId, products, wanted)
}

/** The same for all codes of one order. */
export function certificatesOfOrder(
  tx: Tx,
  merchantId: string,
  orderId: string,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const products = sql`(select sku_id from (${productsOfOrders(sql`${merchantId}`)}) of_order where order_id = ${orderId})`
  return chosenOf(tx, merchantId, products, wanted)
}

async function chosenOf(
  tx: Tx,
  merchantId: string,
  products: SQL,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const offered = await tx
    .select({ id: skuCertificate.id, title: skuCertificate.title, status: skuCertificate.status })
    .from(skuCertificate)
    .where(and(eq(skuCertificate.merchantId, merchantId), sql`${skuCertificate.skuId} in ${products}`))
  if (!wanted) return offered.filter(({ status }) => status === 'Approved').map(({ id }) => id)
  const byId = new Map(offered.map((certificate) => [certificate.id, certificate]))
  for (const id of wanted) {
    const certificate = byId.get(id)
    if (!certificate) throw new Problem(activationProblems.noCertificate)
    if (certificate.status !== 'Approved') {
      throw new Problem(activationProblems.unapprovedCertificate, { title: certificate.title })
    }
  }
  return [...new Set(wanted)]
}
