import { LRUCache } from 'lru-cache'
import { contactOf } from '#server/business/service.ts'
import type { Database } from '#server/core/db/database.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { publishedCustomization } from '#server/customization/service.ts'
import type { SkuVerdictData } from '#server/verdict/service.ts'
import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import type { Customization } from '#shared/customization/contract.ts'
import { approvedHostsOf } from '#shared/customization/rules.ts'
import { passportPathOf } from '#shared/gs1/passport-path.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import { isApprovedHost } from '#shared/verify/rules.ts'

interface ProductRow extends Record<string, unknown>, SkuVerdictData {
  sku_id: string
  name: string
  sku: string
  gtin: string | null
  details: {
    sku_details_order?: string[]
    customization?: unknown
    verify_url?: string
    images?: { hash: string; ext: string }[]
  } | null
  /** Whether some codes of the product have a scratch code. */
  has_scratch: boolean
  /** Whether some codes of the merchant have an NFC tag. */
  has_tags: boolean
  /** Whether the newest version of its passport is in force. */
  has_passport: boolean | null
  /** Ids of the approved certificates. */
  approved: string[]
  trademark: string
  trademark_verified: boolean
  business: string
  business_verified: boolean
  email: string | null
  phone: string | null
  country: string | null
  features: string[]
}

/** The data that the responses of all codes of one SKU share, prepared once for thousands of them. */
export interface Product extends SkuVerdictData {
  gtin: string | null
  names: NonNullable<VerifyResponse['product']>
  businessVerified: boolean
  /** The contact data of the brand for shoppers; null unless the business is verified. */
  contact: VerifyResponse['contact']
  trademarkVerified: boolean
  /** Whether some codes of the product have a scratch code. */
  hasScratch: boolean
  /** Whether some codes of its merchant have an NFC tag. */
  hasTags: boolean
  /** The path of its passport, if one is in force. */
  passport: string | null
  features: string[]
  /** The published page as shoppers see it. */
  shown: Customization | null
  /** The link of the page, and whether an administrator approved a redirect to it. */
  url: string | null
  redirectsAutomatically: boolean
  frameHosts: string[]
  detailOrder: string[]
}

/** A change of a SKU is visible on the page after at most this many milliseconds. */
const freshMs = 2000

export function createProductLookup(
  db: Pick<Database, 'read'>,
): (skuId: string) => Product | Promise<Product | undefined> {
  const cache = new LRUCache<string, Product>({ max: 5000, ttl: freshMs })
  const latest = new LRUCache<string, { row: string; product: Product }>({ max: 5000 })
  /** The same object while nothing changed, so that texts made of it stay valid. */
  const productOfRow = (row: ProductRow): Product => {
    const text = JSON.stringify(row)
    const known = latest.get(row.sku_id)
    if (known?.row === text) return known.product
    const product = productOf(row)
    latest.set(row.sku_id, { row: text, product })
    return product
  }
  const load = createMicroBatch<Product>(async (ids) => {
    const { rows } = await db.read.execute<ProductRow>(sql`
      select s.id as sku_id, s.name, s.sku, s.gtin, s.details, t.registration_name as trademark,
        t.status = 'Approved' as trademark_verified,
          m.name as business, coalesce(b.verified, false) as business_verified,
          b.details ->> 'email' as email, b.details ->> 'contactNo' as phone, b.details ->> 'country' as country, m.features, v.settings,
          exists (select from code_order o where o.sku_id = s.id and o.has_scratch)
            or exists (select from bound_product p join code_order o on o.id = p.order_id
              where p.merchant_id = s.merchant_id and p.sku_id = s.id and o.has_scratch) as has_scratch,
          exists (select from nfc_total n where n.merchant_id = s.merchant_id) as has_tags,
          k.threshold,
          (select v.revoked_at is null from passport_version v where v.merchant_id = s.merchant_id and v.sku_id = s.id
             and v.lot = '' and v.gtin = s.gtin order by v.version desc limit 1) as has_passport,
          array(select c.id from sku_certificate c where c.sku_id = s.id and c.status = 'Approved') as approved,
          (select json_agg(json_build_object('scope', r.scope, 'target', r.target, 'message', r.message, 'at', r.public_at)
                           order by r.public_at desc)
           from recall r where r.merchant_id = s.merchant_id and r.ended_at is null and r.public_at <= now()
             and (r.scope <> 'sku' or r.target = s.id)) as recalls
      from sku s
      join trademark t on t.id = s.trademark_id
      join merchant m on m.id = s.merchant_id
      left join business b on b.merchant_id = s.merchant_id
      left join verdict_setting v on v.sku_id = s.id
      left join verdict_calibration k on k.sku_id = s.id
      where s.id in (${sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`)
    const found = rows.map((row) => [row.sku_id, productOfRow(row)] as const)
    for (const [id, product] of found) cache.set(id, product)
    return new Map(found)
  })
  return (skuId) => cache.get(skuId) ?? load(skuId)
}

function productOf(row: ProductRow): Product {
  const { details, features } = row
  const shown = publishedCustomization(row)
  const url = parsePublicUrl(shown?.website || details?.verify_url || '')?.href ?? null
  const [image] = details?.images ?? []
  const picture = image ? { hash: image.hash, ext: image.ext } : null
  return {
    names: { name: row.name, sku: row.sku, brand: row.business, trademark: row.trademark, picture },
    gtin: row.gtin,
    businessVerified: row.business_verified,
    contact: contactOf({ ...row, verified: row.business_verified }),
    trademarkVerified: row.trademark_verified,
    hasScratch: row.has_scratch,
    hasTags: row.has_tags,
    passport: row.has_passport && row.gtin !== null ? passportPathOf({ gtin: row.gtin }) : null,
    features,
    settings: row.settings,
    threshold: row.threshold,
    recalls: row.recalls,
    shown,
    url,
    redirectsAutomatically: url !== null && isApprovedHost(url, features),
    frameHosts: approvedHostsOf(features).embed,
    detailOrder: details?.sku_details_order ?? [],
  }
}
