import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { scannedPlaces } from '#server/insights/scans/places.ts'
import type { Scope } from '#server/insights/scope.ts'
import { countGeneratedCodes, countOpenedCases, relativeChange, totalOf } from '#server/insights/summary.ts'
import { partOf, readScanSums, readWatermark } from '#server/insights/sums/scan-sums.ts'
import { allSkus } from '#server/insights/sums/sum-statement.ts'
import { findUnusualPlace } from '#server/insights/unusual/unusual-places.ts'
import { slotsPerDay } from '#server/insights/zone-clock.ts'
import { type Insights, locationLabel } from '#shared/insights/contract.ts'
import { noProduct } from '#shared/scan/no-product.ts'
import type { Weeks } from './week.ts'

/** Products and places that are named. */
const named = 5

type WeekCount = { count: number; previous: number; trend: number | null }
type NamedCount = { name: string; scans: number }
export type WeekNumbers = {
  verify: WeekCount
  redirect: WeekCount
  creation: WeekCount
  outliers: WeekCount
  products: NamedCount[]
  places: NamedCount[]
  unusual: Insights['unusual']
}

/** The numbers of a week of a merchant, as the screen counts them. All its scans must be in the sums. */
export async function readWeeklyCounts(
  tx: Tx,
  merchantId: string,
  { begin, middle, end }: Weeks,
): Promise<WeekNumbers> {
  const both: Scope = { merchantId, from: begin, to: end }
  const week: Scope = { ...both, from: middle }
  const watermark = await readWatermark(tx)
  const sums = await readScanSums(tx, both, watermark)
  const [now, before] = [partOf(sums, middle, end), partOf(sums, begin, middle)]
  const codes = await countGeneratedCodes(tx, both)
  const cases = await countOpenedCases(tx, both)
  const places = await scannedPlaces(tx, week)
  const compared = (count: number, previous: number) => ({ count, previous, trend: relativeChange(count, previous) })
  const bySlot = (counts: Uint32Array) =>
    compared(totalOf(counts.subarray(middle - begin)), totalOf(counts.subarray(0, middle - begin)))
  return {
    verify: compared(totalOf(now.verify), totalOf(before.verify)),
    redirect: compared(totalOf(now.redirect), totalOf(before.redirect)),
    creation: bySlot(codes),
    outliers: bySlot(cases),
    products: await mostScanned(tx, week),
    places: places
      .map((place) => ({ name: locationLabel(place), scans: place.scans }))
      .filter(({ name }) => name !== '')
      .slice(0, named),
    unusual: await findUnusualPlace(tx, week, watermark),
  }
}

/** The products with most scans, from the sums. */
async function mostScanned(tx: Tx, { merchantId, from, to }: Scope): Promise<NamedCount[]> {
  const [first, last] = [Math.floor(from / slotsPerDay), Math.floor((to - 1) / slotsPerDay)]
  const slot = sql`(d.day - date '1970-01-01') * ${slotsPerDay}::int + (e >> 24)`
  const { rows } = await tx.execute<NamedCount>(sql`
    select k.name || ' - ' || k.sku as name, most.scans from (
      select d.sku_id, sum(e & 16777215)::float8 as scans from scan_day d, unnest(d.verify || d.redirect) e
      where d.merchant_id = ${merchantId} and d.sku_id > ${allSkus}::uuid and d.sku_id < ${noProduct}::uuid
        and d.day between date '1970-01-01' + ${first}::int and date '1970-01-01' + ${last}::int
        and ${slot} >= ${from}::int and ${slot} < ${to}::int
      group by 1 order by 2 desc, 1 limit ${named}
    ) most join sku k on k.merchant_id = ${merchantId} and k.id = most.sku_id order by most.scans desc, 1`)
  return rows
}
