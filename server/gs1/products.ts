import { LRUCache } from 'lru-cache'
import type { Database } from '#server/core/db/database.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { ProductLink } from '#shared/gs1/contract.ts'
import { isApprovedHost } from '#shared/verify/rules.ts'

/** What the resolver says about a product. */
export type GtinProduct = {
  gtin: string
  name: string
  /** The merchant's page, if an administrator approved its host. */
  page: string | null
  links: readonly ProductLink[]
  /** Approved certificates, with the path of their file. */
  certificates: readonly { path: string; title: string; mime: string }[]
  /** What shoppers are told about recalls that are in force. */
  recalls: readonly string[]
}

interface Row extends Record<string, unknown> {
  gtin: string
  merchant_id: string
  active: boolean
  name: string
  verify_url: string | null
  features: string[]
  links: ProductLink[] | null
  certificates: { hash: string; ext: string; title: string; mime: string }[] | null
  recalls: string[] | null
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
      select s.gtin, s.merchant_id, s.active, s.name, s.details ->> 'verify_url' as verify_url, m.features,
        (select json_agg(json_build_object('type', l.type, 'href', l.href, 'title', l.title, 'language', l.language)
                         order by l.place)
         from sku_link l where l.merchant_id = s.merchant_id and l.sku_id = s.id) as links,
        (select json_agg(json_build_object('hash', c.hash, 'ext', c.ext, 'title', c.title, 'mime', c.mime)
                         order by c.created_at, c.id)
         from sku_certificate c where c.merchant_id = s.merchant_id and c.sku_id = s.id and c.status = 'Approved')
          as certificates,
        (select json_agg(r.message order by r.public_at desc)
         from recall r where r.merchant_id = s.merchant_id and r.scope = 'sku' and r.target = s.id
           and r.ended_at is null and r.public_at <= now()) as recalls
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
  const { gtin, name, verify_url, features, links, certificates, recalls } = named[0]!
  return {
    gtin,
    name,
    page: verify_url && isApprovedHost(verify_url, features) ? verify_url : null,
    links: links ?? [],
    certificates: (certificates ?? []).map(({ hash, ext, title, mime }) => ({
      path: `/api/files/${hash}${ext}`,
      title,
      mime,
    })),
    recalls: recalls ?? [],
  }
}
