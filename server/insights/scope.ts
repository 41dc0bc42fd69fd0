import type { Tx } from '#server/core/db/database.ts'
import { and, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { scanPlace } from '#server/scan/table.ts'
import { sku } from '#server/sku/table.ts'
import { countryCodeOf } from '#shared/core/i18n/country-code.ts'
import { countryName } from '#shared/core/i18n/country-name.ts'
import type { InsightsQuery } from '#shared/insights/contract.ts'
import { noProduct } from '#shared/scan/no-product.ts'
import { slotMs } from './zone-clock.ts'

/** The rows that a call counts. Absent lists do not restrict. */
export type Scope = {
  merchantId: string
  /** In slots, see zone-clock.ts. `to` is not part of the range. */
  from: number
  to: number
  skuIds?: string[] | undefined
  placeIds?: number[] | undefined
}

const daySlots = 86_400_000 / slotMs
/** Days on which clocks are changed are so much longer. */
const changeSlots = 3_600_000 / slotMs

/**
 * The range of the same length before this one: directly before it for whole days, and otherwise whole days earlier, so that the
 * hours of a day that has not ended are compared with the same hours.
 */
export function before(scope: Scope): Scope {
  const length = scope.to - scope.from
  const isWhole = length >= daySlots && length % daySlots <= changeSlots
  const back = isWhole ? length : Math.ceil(length / daySlots) * daySlots
  return { ...scope, from: scope.from - back, to: scope.to - back }
}

/** A range, extended to whole slots, of all products and places. */
export const rangeScope = (merchantId: string, from: Date, to: Date): Scope => ({
  merchantId,
  from: Math.floor(from.getTime() / slotMs),
  to: Math.ceil(to.getTime() / slotMs),
})

export async function scopeOf(tx: Tx, merchantId: string, query: InsightsQuery): Promise<Scope> {
  const { trademarkId, skuId, location } = query
  return {
    ...rangeScope(merchantId, new Date(query.from), new Date(query.to)),
    skuIds:
      skuId === noProduct
        ? [noProduct]
        : trademarkId || skuId
          ? await skuIdsOf(tx, merchantId, trademarkId, skuId)
          : undefined,
    placeIds: location ? await placeIdsOf(tx, location) : undefined,
  }
}

async function skuIdsOf(tx: Tx, merchantId: string, trademarkId?: string, skuId?: string): Promise<string[]> {
  const rows = await tx
    .select({ id: sku.id })
    .from(sku)
    .where(
      and(
        eq(sku.merchantId, merchantId),
        trademarkId ? eq(sku.trademarkId, trademarkId) : undefined,
        skuId ? eq(sku.id, skuId) : undefined,
      ),
    )
  return rows.map(({ id }) => id)
}

const labels = new Map<string, string>()

/** The English name that responses contain. Kept, because the runtime needs microseconds for each name. */
export function countryLabel(code: string): string {
  let label = labels.get(code)
  if (label === undefined) {
    label = countryName(code, 'en') ?? code
    // Codes are two letters; other values of a database of locations are not kept.
    if (code.length === 2) labels.set(code, label)
  }
  return label
}

/** The places with this label; several, because the database of locations has more than one position in a city. */
async function placeIdsOf(tx: Tx, label: string): Promise<number[]> {
  const comma = label.lastIndexOf(', ')
  const [city, country] = comma < 0 ? ['', label] : [label.slice(0, comma), label.slice(comma + 2)]
  const code = countryCodeOf(country) ?? country
  const rows = await tx
    .select({ id: scanPlace.id })
    .from(scanPlace)
    .where(and(eq(scanPlace.city, city), inArray(scanPlace.country, [code, country])))
    .orderBy(sql`id`)
  return rows.map(({ id }) => id)
}
