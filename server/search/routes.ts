import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { findSerialHits } from '#server/order/service.ts'
import { code } from '#server/order/table.ts'
import { searchedGtin } from '#shared/gs1/gtin.ts'
import { type SearchHit, searchContract } from '#shared/search/contract.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'

const maxOfKind = 5

export function searchRoutes(app: FastifyInstance) {
  serve(app, searchContract, {
    async find({ tx, actor, query: { q } }) {
      const merchantId = merchantOf(actor)
      const code = await ownCode(tx, merchantId, q)
      // A number of a product can have the form of a code.
      if (code) return { code, found: [] }
      const items = await findSerialHits(tx, { merchantId, text: q, most: maxOfKind })
      const hits = items.map(({ address, serial, product }) => {
        return { kind: 'code' as const, id: formatAddress(address), name: serial, detail: product }
      })
      return { code, found: [...hits, ...(await find(tx, merchantId, q.toLowerCase()))] }
    },
  })
}

async function ownCode(tx: Tx, merchantId: string, text: string): Promise<string | null> {
  const printed = parseCode(text)
  if (!printed) return null
  const { address } = printed
  const own = await tx.$count(code, and(eq(code.merchantId, merchantId), eq(code.address, address)))
  return own > 0 ? formatAddress(address) : null
}

/**
 * The newest that contain the words. Because of the row policies no index serves a text search: it reads the merchant's own
 * records once, never their codes. Numbers of activations and references begin with the words.
 */
async function find(tx: Tx, merchantId: string, words: string): Promise<SearchHit[]> {
  const begins = words.toUpperCase()
  const { rows } = await tx.execute<SearchHit>(sql`
    (select 'sku' as kind, id, name, sku as detail from sku
      where merchant_id = ${merchantId} and (strpos(words, ${words}) > 0 or strpos(gtin, ${searchedGtin(words)}) > 0)
      order by created_at desc limit ${maxOfKind})
    union all
    (select 'order', o.id, o.order_id, coalesce(s.name, o.note) from (
        select * from code_order where merchant_id = ${merchantId} and strpos(words, ${words}) > 0
        order by created_at desc, id desc limit ${maxOfKind}) o
      left join sku s on s.id = o.sku_id)
    union all
    (select 'batch', id, identifier, quantity::text from activation_batch
      where merchant_id = ${merchantId} and starts_with(identifier, ${begins}) limit ${maxOfKind})
    union all
    (select 'shipment', id, identifier, recipient from logistic
      where merchant_id = ${merchantId} and removed_at is null
        and (strpos(lower(identifier), ${words}) > 0 or strpos(lower(recipient), ${words}) > 0)
      order by created_at desc, id desc limit ${maxOfKind})
    union all
    (select 'case', c.id, c.reference, s.name from (
        select id, reference, sku_id from verdict_case where merchant_id = ${merchantId} and starts_with(reference, ${begins})
        limit ${maxOfKind}) c
      join sku s on s.id = c.sku_id)`)
  return rows
}
