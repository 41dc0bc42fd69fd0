import type { Tx } from '#server/core/db/database.ts'
import { asNumber, uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { productsOfOrders } from '#server/order/service.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type Insights, type TrendSeries, type WeeklyHour, weekdays } from '#shared/insights/contract.ts'
import { osNames } from '#shared/scan/os-names.ts'
import { caseText } from '#shared/verdict/reason-text.ts'
import type { TriggeredRule } from '#shared/verdict/rules.ts'
import { verdictText } from '#shared/verdict/text.ts'
import type { Scope } from './scope.ts'
import type { ScanSums } from './sums/scan-sums.ts'
import { hourAndWeekday, type Steps, slotTime } from './zone-clock.ts'

const maxRiskRows = 50

/** Percent change, or null if there was nothing before. */
export const relativeChange = (count: number, previous: number): number | null =>
  previous === 0 ? null : ((count - previous) / previous) * 100

export function totalOf(counts: Uint32Array): number {
  let total = 0
  for (let at = 0; at < counts.length; at++) total += counts[at]!
  return total
}

const ofSkus = ({ skuIds }: Scope): SQL => (skuIds ? sql`sku_id = any(${uuidArray(skuIds)})` : sql`true`)
const within = ({ merchantId, from, to }: Scope): SQL =>
  sql`merchant_id = ${merchantId} and created_at >= ${slotTime(from)}::timestamptz and created_at < ${slotTime(to)}::timestamptz`

/** Sums of rows of a table by the slot in which they were created, counted from the first slot of the scope. */
async function countBySlot(
  tx: Tx,
  scope: Scope,
  { n, table, where }: Record<'n' | 'table' | 'where', SQL>,
): Promise<Uint32Array> {
  const { rows } = await tx.execute<{ slot: number; n: number }>(sql`
    select floor(extract(epoch from created_at) / 900)::int as slot, ${asNumber(n)} as n
    from ${table} where ${within(scope)} and ${where} group by 1`)
  const counts = new Uint32Array(scope.to - scope.from)
  for (const { slot, n } of rows) counts[slot - scope.from]! += n
  return counts
}

/** Generated codes by the slot in which their order was made. */
export const countGeneratedCodes = (tx: Tx, scope: Scope): Promise<Uint32Array> =>
  countBySlot(tx, scope, { n: sql`sum(generated)`, table: sql`code_order`, where: ofSkus(scope) })

/** Activated codes by slot. Batches do not store how many of their codes belong to a SKU: null with such a filter. */
export const countActivatedCodes = async (tx: Tx, scope: Scope): Promise<Uint32Array | null> =>
  scope.skuIds
    ? null
    : countBySlot(tx, scope, { n: sql`sum(quantity)`, table: sql`activation_batch`, where: sql`state = 'done'` })

/** Cases by the slot in which they were opened. */
export const countOpenedCases = (tx: Tx, scope: Scope): Promise<Uint32Array> =>
  countBySlot(tx, scope, { n: sql`count(*)`, table: sql`verdict_case`, where: ofSkus(scope) })

/** Active codes now, and before the start of the range; without the latter where `countActivatedCodes` gives null. */
export async function activeCodes(tx: Tx, scope: Scope): Promise<{ count: number; before: number | null }> {
  const { merchantId, skuIds, from } = scope
  const { rows } = await tx.execute<{ count: number; added: number | null }>(
    skuIds
      ? sql`select ${asNumber(sql`coalesce(sum(activated), 0)`)} as count, null as added from (${productsOfOrders(sql`${merchantId}`)}) counted
          where ${ofSkus(scope)}`
      : sql`select ${asNumber(sql`select coalesce(sum(activated), 0) from code_total where merchant_id = ${merchantId}`)} as count,
          ${asNumber(sql`select coalesce(sum(quantity), 0) from activation_batch
            where merchant_id = ${merchantId} and created_at >= ${slotTime(from)}::timestamptz and state = 'done'`)} as added`,
  )
  const { count, added } = rows[0]!
  return { count, before: added === null ? null : Math.max(0, count - added) }
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
export async function listNewestCases(tx: Tx, scope: Scope, language: Language): Promise<Insights['risk']> {
  const { rows } = await tx.execute<CaseRow>(sql`
    select c.id as "caseId", o.order_id, k.sku, c.fired, c.report, c.created_at as "createdAt"
    from (select * from verdict_case where ${within(scope)} and ${ofSkus(scope)}
      order by created_at desc, id desc limit ${maxRiskRows}) c
    join code_order o on o.merchant_id = c.merchant_id and o.id = c.order_id
    join sku k on k.merchant_id = c.merchant_id and k.id = c.sku_id order by c.created_at desc, c.id desc`)
  return rows.map(({ caseId, order_id, sku, createdAt, ...row }) => {
    const description = caseText(row, language, verdictText[language].reported)
    return { caseId, order_id, sku, description, createdAt: new Date(createdAt).toISOString() }
  })
}

/** Numbers of each step, from numbers of each slot of the range or of the range before. */
export function stepCounts({ starts, indexes }: Steps, slots: Uint32Array): number[] {
  const numbers = starts.map(() => 0)
  for (let at = 0; at < slots.length; at++) if (slots[at]! > 0) numbers[indexes[at]!]! += slots[at]!
  return numbers
}

export const seriesOf = (
  steps: Steps,
  counts: { creation: Uint32Array } & Pick<ScanSums, 'verify' | 'redirect'>,
): TrendSeries => ({
  creation: stepCounts(steps, counts.creation),
  verify: stepCounts(steps, counts.verify),
  redirect: stepCounts(steps, counts.redirect),
})

/** Scans of each hour of the week in the zone. */
export function weeklyActivity(
  { verify, redirect, first }: ScanSums,
  offsetOf: (slot: number) => number,
): WeeklyHour[] {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    return { hour, Sun: 0, Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0 }
  })
  for (let at = 0; at < verify.length; at++) {
    const scans = verify[at]! + redirect[at]!
    if (scans === 0) continue
    const [hour, weekday] = hourAndWeekday(first + at, offsetOf(first + at))
    hours[hour]![weekdays[weekday]!] += scans
  }
  return hours
}

/** Scans by the name of the operating system, most scans first. */
export function systemsOf({ systems }: ScanSums): Record<string, number> {
  const counts = new Map<string, number>()
  for (const [number, n] of systems.entries()) {
    const name = osNames[number - 1] ?? 'Unknown'
    if (n > 0) counts.set(name, (counts.get(name) ?? 0) + n)
  }
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a))
}
