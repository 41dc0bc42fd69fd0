import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { asNumber, uuidArray } from '#server/core/db/sql-params.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type Insights, type TrendSeries, type WeeklyHour, weekdays } from '#shared/insights/contract.ts'
import { caseText } from '#shared/verdict/reason-text.ts'
import type { TriggeredRule } from '#shared/verdict/rules.ts'
import { verdictText } from '#shared/verdict/text.ts'
import { addTo, type ScanSums } from './raw-scans.ts'
import type { Scope } from './scope.ts'
import { hourAndWeekday, type Steps, slotTime } from './zone-clock.ts'

const maxRiskRows = 50

/** Percent change, or null if there was nothing before. */
export const changeOf = (count: number, previous: number): number | null =>
  previous === 0 ? null : ((count - previous) / previous) * 100

export const totalOf = (sums: Map<number, number>): number => {
  let total = 0
  for (const n of sums.values()) total += n
  return total
}

const ofSkus = ({ skuIds }: Scope): SQL => (skuIds ? sql`and sku_id = any(${uuidArray(skuIds)})` : sql``)
const within = ({ merchantId, from, to }: Scope): SQL =>
  sql`merchant_id = ${merchantId} and created_at >= ${slotTime(from)}::timestamptz and created_at < ${slotTime(to)}::timestamptz`

/** Generated codes by the slot in which their order was made. */
export async function generatedCodes(tx: Tx, scope: Scope): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ slot: number; n: number }>(sql`
    select floor(extract(epoch from created_at) / 900)::int as slot, ${asNumber(sql`sum(generated)`)} as n
    from code_order where ${within(scope)} ${ofSkus(scope)} group by 1`)
  const sums = new Map<number, number>()
  for (const { slot, n } of rows) addTo(sums, slot, n)
  return sums
}

/** Active codes now, compared with the start of the range. Batches do not tell how many of their codes belong to a SKU. */
export async function activeCodes(tx: Tx, scope: Scope): Promise<Insights['activeCodes']> {
  const { merchantId, skuIds, from } = scope
  if (skuIds) {
    const { rows } = await tx.execute<{ count: number }>(sql`
      select ${asNumber(sql`select coalesce(sum(activated), 0) from code_order where merchant_id = ${merchantId} ${ofSkus(scope)}`)} as count`)
    return { count: rows[0]!.count, trend: null }
  }
  const { rows } = await tx.execute<{ count: number; added: number }>(sql`
    select ${asNumber(sql`select coalesce(sum(activated), 0) from code_total where merchant_id = ${merchantId}`)} as count,
      ${asNumber(sql`select coalesce(sum(quantity), 0) from activation_batch
        where merchant_id = ${merchantId} and created_at >= ${slotTime(from)}::timestamptz and state = 'done'`)} as added`)
  const { count, added } = rows[0]!
  return { count, trend: changeOf(count, Math.max(0, count - added)) }
}

export async function caseCount(tx: Tx, scope: Scope): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from verdict_case where ${within(scope)} ${ofSkus(scope)}`,
  )
  return rows[0]!.n
}

type CaseRow = {
  caseId: string
  order_id: string
  sku: string
  fired: TriggeredRule | null
  report: { note: string } | null
  createdAt: Date
}

/** The newest cases, in the words of the list of alerts. */
export async function newestCases(tx: Tx, scope: Scope, language: Language): Promise<Insights['risk']> {
  const { rows } = await tx.execute<CaseRow>(sql`
    select c.id as "caseId", o.order_id, k.sku, c.fired, c.report, c.created_at as "createdAt"
    from (select * from verdict_case where ${within(scope)} ${ofSkus(scope)}
      order by created_at desc, id desc limit ${maxRiskRows}) c
    join code_order o on o.merchant_id = c.merchant_id and o.id = c.order_id
    join sku k on k.merchant_id = c.merchant_id and k.id = c.sku_id order by c.created_at desc, c.id desc`)
  return rows.map(({ caseId, order_id, sku, createdAt, ...row }) => {
    const description = caseText(row, language, verdictText[language].reported)
    return { caseId, order_id, sku, description, createdAt: new Date(createdAt).toISOString() }
  })
}

/** Numbers of each step. @param shift slots from the range of the sums to the range of the steps */
export function seriesOf(
  steps: Steps,
  first: number,
  shift: number,
  sums: { creation: Map<number, number> } & Pick<ScanSums, 'verify' | 'redirect'>,
): TrendSeries {
  const series = (slots: Map<number, number>) => {
    const counts = steps.starts.map(() => 0)
    for (const [slot, n] of slots) counts[steps.indexes[slot + shift - first]!]! += n
    return counts
  }
  return { creation: series(sums.creation), verify: series(sums.verify), redirect: series(sums.redirect) }
}

/** Scans of each hour of the week in the zone. */
export function weeklyActivity(sums: ScanSums, offsetOf: (slot: number) => number): WeeklyHour[] {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    return { hour, Sun: 0, Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0 }
  })
  for (const slots of [sums.verify, sums.redirect]) {
    for (const [slot, n] of slots) {
      const [hour, weekday] = hourAndWeekday(slot, offsetOf(slot))
      hours[hour]![weekdays[weekday]!] += n
    }
  }
  return hours
}
