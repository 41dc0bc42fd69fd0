import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/core/db.ts'
import { publishedOf } from '#server/customization/service.ts'
import type { Ruled } from '#server/verdict/service.ts'
import type { Customization } from '#shared/customization/contract.ts'
import { microBatch } from './micro-batch.ts'

/** What all codes of one SKU share. */
export interface ProductRow extends Record<string, unknown>, Ruled {
  sku_id: string
  name: string
  sku: string
  details: { sku_details_order?: string[]; customization?: unknown; verify_url?: string } | null
  /** Ids of the certificates that are approved. */
  approved: string[]
  /** What is published, as it is shown. */
  shown: Customization | null
  trademark: string
  trademark_verified: boolean
  business: string
  business_verified: boolean
  features: string[]
  expires_at: Date | string | null
}

/** A change of a SKU shows on the page after this many milliseconds at the latest. */
const FRESH_MS = 2000

export function productLookup(db: Pick<Database, 'read'>): (skuId: string) => Promise<ProductRow | undefined> {
  const cache = new LRUCache<string, ProductRow>({ max: 5000, ttl: FRESH_MS })
  const load = microBatch<ProductRow>(async (ids) => {
    const { rows } = await db.read.execute<ProductRow>(sql`
      select s.id as sku_id, s.name, s.sku, s.details, t.registration_name as trademark,
        t.status = 'Approved' as trademark_verified,
          m.name as business, coalesce(b.verified, false) as business_verified, m.features, w.expires_at, v.settings,
          array(select c.id from sku_certificate c where c.sku_id = s.id and c.status = 'Approved') as approved,
          (select json_agg(json_build_object('scope', r.scope, 'target', r.target, 'message', r.message, 'at', r.created_at)
                           order by r.created_at desc)
           from recall r where r.merchant_id = s.merchant_id and r.ended_at is null
             and (r.scope <> 'sku' or r.target = s.id)) as recalls
      from sku s
      join trademark t on t.id = s.trademark_id
      join merchant m on m.id = s.merchant_id
      left join business b on b.merchant_id = s.merchant_id
      left join verdict_setting v on v.sku_id = s.id
      left join wallet w on w.merchant_id = s.merchant_id
      where s.id in (${sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`)
    for (const row of rows) {
      row.shown = publishedOf(row)
      cache.set(row.sku_id, row)
    }
    return new Map(rows.map((row) => [row.sku_id, row]))
  })
  return async (skuId) => cache.get(skuId) ?? load(skuId)
}
