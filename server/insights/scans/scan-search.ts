import type { Tx } from '#server/core/db/database.ts'
import { arrayText, textArray, uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { countryLabel, type Scope } from '#server/insights/scope.ts'
import { allKinds, readScanSums, type Watermark } from '#server/insights/sums/scan-sums.ts'
import { countryCodes } from '#shared/core/i18n/country-code.ts'

/** The scans that the words of a search select: by product and place, or, if no name of these contains them, by kind. */
type ScanSearch = { skuIds: string[]; placeIds: number[]; kind: 'v' | 'r' | undefined }

const kindNames = { v: 'verify', r: 'redirect' } as const

export async function findSearched(tx: Tx, merchantId: string, search: string): Promise<ScanSearch> {
  const words = search.toLowerCase()
  const skus = await tx.execute<{ id: string }>(sql`
    select id from sku where merchant_id = ${merchantId} and strpos(lower(name || ' - ' || sku), ${words}) > 0`)
  const codes = countryCodesWith(words)
  const places = await tx.execute<{ id: number }>(sql`
    select id from scan_place where strpos(lower(city), ${words}) > 0 or country = any(${textArray(codes)})`)
  const found = { skuIds: skus.rows.map(({ id }) => id), placeIds: places.rows.map(({ id }) => id) }
  const isNamed = found.skuIds.length > 0 || found.placeIds.length > 0
  const kind = (['v', 'r'] as const).find((letter) => kindNames[letter].startsWith(words))
  return { ...found, kind: isNamed ? undefined : kind }
}

/** The condition for scans `s`. */
export const searched = ({ skuIds, placeIds, kind }: ScanSearch): SQL =>
  kind
    ? sql`s.kind = ${kind}`
    : sql`(s.sku_id = any(${uuidArray(skuIds)}) or s.place_id = any(${arrayText(placeIds)}::int[]))`

/** Numbers of scans of a scope by slot; only those that a search selects. */
export async function countsOf(tx: Tx, scope: Scope, watermark: Watermark, found?: ScanSearch): Promise<Uint32Array> {
  const of = async (part: Scope) => allKinds(await readScanSums(tx, part, watermark))
  if (!found) return of(scope)
  if (found.kind) {
    const { verify, redirect } = await readScanSums(tx, scope, watermark)
    return found.kind === 'v' ? verify : redirect
  }
  const skuIds = both(scope.skuIds, found.skuIds)
  const placeIds = both(scope.placeIds, found.placeIds)
  const none = new Uint32Array(scope.to - scope.from)
  const bySku = skuIds.length > 0 ? await of({ ...scope, skuIds }) : none
  const byPlace = placeIds.length > 0 ? await of({ ...scope, placeIds }) : none
  // Scans of a product and a place that were both found are in both numbers.
  const twice = skuIds.length > 0 && placeIds.length > 0 ? await of({ ...scope, skuIds, placeIds }) : none
  return bySku.map((count, slot) => count + byPlace[slot]! - twice[slot]!)
}

const both = <T>(wanted: readonly T[] | undefined, found: readonly T[]): T[] =>
  wanted ? found.filter((one) => wanted.includes(one)) : [...found]

const countryCodesWith = (words: string): string[] =>
  countryCodes.filter((code) => {
    const name = countryLabel(code)
    return name !== code && name.toLowerCase().includes(words)
  })
