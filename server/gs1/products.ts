import { LRUCache } from 'lru-cache'
import { contactOf } from '#server/business/service.ts'
import type { Database } from '#server/core/db/database.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { ProductLink } from '#shared/gs1/contract.ts'
import type { NamedProduct } from '#shared/verify/named-product.ts'
import { isApprovedHost } from '#shared/verify/rules.ts'

/** What the resolver says about a product. */
export type GtinProduct = NamedProduct & {
  merchantId: string
  skuId: string
  gtin: string
  /** The merchant's page, if an administrator approved its host. */
  page: string | null
  links: readonly ProductLink[]
  /** Approved certificates, with the path of their file. */
  certificates: readonly { path: string; title: string; mime: string }[]
  /** Whether the newest version of its passport is in force. */
  hasPassport: boolean
}

interface Row extends Record<string, unknown> {
  gtin: string
  id: string
  merchant_id: string
  active: boolean
  name: string
  business: string
  verified: boolean
  email: string | null
  phone: string | null
  country: string | null
  verify_url: string | null
  features: string[]
  links: ProductLink[] | null
  certificates: { hash: string; ext: string; title: string; mime: string }[] | null
  recalls: GtinProduct['recalls'] | null
  has_recalled_items: boolean
  has_passport: boolean | null
}

/** A change of a SKU is visible after at most this many milliseconds. */
const freshMs = 2000
const unknown = Symbol('no product has this GTIN')

/**
 * Finds the product of a GTIN: among the merchants whose business and trademark are approved, so that nobody else can claim
 * the number of a brand. Claimed by two of them it is nobody's. A product that is not sold any more keeps its links until
 * another one has its number.
 */
export function createGtinLookup(db: Pick<Database, 'read'>): (gtin: string) => Promise<GtinProduct | undefined> {
  const cache = new LRUCache<string, GtinProduct | typeof unknown>({ max: 5000, ttl: freshMs })
  const load = createMicroBatch<GtinProduct>(async (gtins) => {
    const { rows } = await db.read.execute<Row>(sql`
      select s.gtin, s.id, s.merchant_id, s.active, s.name, s.details ->> 'verify_url' as verify_url, m.features,
        m.name as business, b.verified, b.details ->> 'email' as email, b.details ->> 'contactNo' as phone,
        b.details ->> 'country' as country,
        (select json_agg(json_build_object('type', l.type, 'href', l.href, 'title', l.title, 'language', l.language)
                         order by l.place)
         from sku_link l where l.merchant_id = s.merchant_id and l.sku_id = s.id) as links,
        (select json_agg(json_build_object('hash', c.hash, 'ext', c.ext, 'title', c.title, 'mime', c.mime)
                         order by c.created_at, c.id)
         from sku_certificate c where c.merchant_id = s.merchant_id and c.sku_id = s.id and c.status = 'Approved')
          as certificates,
        (select v.revoked_at is null from passport_version v where v.merchant_id = s.merchant_id and v.sku_id = s.id
         and v.lot = '' and v.gtin = s.gtin order by v.version desc limit 1) as has_passport,
        (select json_agg(json_build_object('message', r.message, 'at', r.public_at) order by r.public_at desc)
         from recall r where r.merchant_id = s.merchant_id and r.scope = 'sku' and r.target = s.id
           and r.ended_at is null and r.public_at <= now()) as recalls,
        exists (
          select from recall r
          left join activation_batch a on r.scope = 'batch' and a.merchant_id = r.merchant_id and a.id = r.target
          left join code c on c.address = a.addresses[1]
          join code_order o on o.id = case r.scope when 'order' then r.target else c.order_id end
          where r.merchant_id = s.merchant_id and r.scope <> 'sku' and o.sku_id = s.id
            and r.ended_at is null and r.public_at <= now()) as has_recalled_items
      from sku s
      join trademark t on t.merchant_id = s.merchant_id and t.id = s.trademark_id and t.status = 'Approved'
      join business b on b.merchant_id = s.merchant_id and b.verified
      join merchant m on m.id = s.merchant_id
      where s.gtin = any(${sql.param(gtins)}::char(14)[])
      order by s.created_at desc, s.id`)
    const found = new Map<string, GtinProduct>()
    for (const [gtin, claims] of Map.groupBy(rows, (row) => row.gtin)) {
      const product = productOf(claims)
      if (product) found.set(gtin, product)
    }
    for (const gtin of gtins) cache.set(gtin, found.get(gtin) ?? unknown)
    return found
  })
  return async (gtin) => {
    const known = cache.get(gtin)
    return known === undefined ? load(gtin) : known === unknown ? undefined : known
  }
}

/** @param claims the products with one GTIN, the newest first */
function productOf(claims: readonly Row[]): GtinProduct | undefined {
  const active = claims.filter((row) => row.active)
  const named = active.length > 0 ? active : claims
  if (new Set(named.map((row) => row.merchant_id)).size !== 1) return undefined
  const [row] = named as [Row]
  const { gtin, id, merchant_id, name, verify_url, features, links, certificates, recalls, has_passport } = row
  return {
    merchantId: merchant_id,
    skuId: id,
    gtin,
    name,
    brand: row.business,
    contact: contactOf(row),
    page: verify_url && isApprovedHost(verify_url, features) ? verify_url : null,
    links: links ?? [],
    certificates: (certificates ?? []).map(({ hash, ext, title, mime }) => ({
      path: `/api/files/${hash}${ext}`,
      title,
      mime,
    })),
    hasPassport: has_passport === true,
    recalls: recalls ?? [],
    hasRecalledItems: row.has_recalled_items,
  }
}
