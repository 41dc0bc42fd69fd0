import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Customization } from '#shared/verify/contract.ts'
import { microBatch } from './micro-batch.ts'

/** What all codes of one SKU share. */
export interface ProductRow {
  sku_id: string
  name: string
  sku: string
  details: { sku_details_order?: string[]; customization?: Customization; verify_url?: string } | null
  trademark: string
  trademark_verified: boolean
  business: string
  business_verified: boolean
  features: string[]
  expires_at: Date | null
}

const PRODUCTS = {
  name: 'verify_products',
  text: `select s.id as sku_id, s.name, s.sku, s.details,
           t.registration_name as trademark, t.status in ('verified', 'Verified', 'approved', 'Approved') as trademark_verified,
           m.name as business, coalesce(b.verified, false) as business_verified, m.features, w.expires_at
         from sku s
         join trademark t on t.id = s.trademark_id
         join merchant m on m.id = s.merchant_id
         left join business b on b.merchant_id = s.merchant_id
         left join wallet w on w.merchant_id = s.merchant_id
         where s.id = any($1::uuid[])`,
}

/** A change of a SKU shows on the page after this many milliseconds at the latest. */
const FRESH_MS = 2000

export function productLookup(pool: pg.Pool): (skuId: string) => Promise<ProductRow | undefined> {
  const cache = new LRUCache<string, ProductRow>({ max: 5000, ttl: FRESH_MS })
  const load = microBatch<ProductRow>(async (ids) => {
    const { rows } = await pool.query<ProductRow>({ ...PRODUCTS, values: [ids] })
    for (const row of rows) cache.set(row.sku_id, row)
    return new Map(rows.map((row) => [row.sku_id, row]))
  })
  return async (skuId) => cache.get(skuId) ?? load(skuId)
}
