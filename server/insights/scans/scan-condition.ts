import { arrayText, uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { Scope } from '#server/insights/scope.ts'
import { slotTime } from '#server/insights/zone-clock.ts'
import { byPeople } from '#server/scan/table.ts'

/** The condition for scans `s` of people in a scope. */
export function scanCondition({ merchantId, from, to, skuIds, placeIds }: Scope): SQL {
  return sql.join(
    [
      sql`s.at >= ${slotTime(from)}::timestamptz and s.at < ${slotTime(to)}::timestamptz and s.merchant_id = ${merchantId} and ${byPeople}`,
      ...(skuIds ? [sql`s.sku_id = any(${uuidArray(skuIds)})`] : []),
      ...(placeIds ? [sql`s.place_id = any(${arrayText(placeIds)}::int[])`] : []),
    ],
    sql` and `,
  )
}
