import { hash } from 'node:crypto'

/** Codes of a batch: what a merchant activates by one list, in full lists. */
export const batchCodes = 3_030
/** Codes of an order that are not activated. They are its last. */
export const inactiveCodes = 100
/** Merchants, and products of each. The first merchant is the demo merchant, which owns half of the codes. */
export const merchants = 5
export const skusOfMerchant = 10
/** Part of all batches that belong to one large order of the demo merchant. */
const largestShare = 0.1
/** Batches of the other orders, in turn: most orders are small. */
const batchesOfOrder = [1, 1, 2, 3, 5, 8, 13] as const

export type GrowthSize = {
  /** Activated codes, and scans. */
  codes: number
  scans: number
}
export type PlannedOrder = {
  /** The place of the order, from 0, and of its merchant and SKU. */
  number: number
  merchant: number
  sku: number
  /** The place of its first batch. */
  firstBatch: number
  batches: number
}

export const batchesOf = ({ codes }: GrowthSize): number => Math.round(codes / batchCodes)

/** The orders from the first to the latest. The largest order is the first one. */
export function plannedOrders(size: GrowthSize): PlannedOrder[] {
  const total = batchesOf(size)
  const orders: PlannedOrder[] = []
  for (let firstBatch = 0; firstBatch < total; ) {
    const number = orders.length
    const wanted = number === 0 ? Math.round(total * largestShare) : batchesOfOrder[number % batchesOfOrder.length]!
    const batches = Math.min(wanted, total - firstBatch)
    const merchant = number % 2 === 0 ? 0 : 1 + (((number - 1) / 2) % (merchants - 1))
    orders.push({ number, merchant, sku: Math.floor(number / 2) % skusOfMerchant, firstBatch, batches })
    firstBatch += batches
  }
  return orders
}

/** The id of a batch or an order by its place: random digits in the form of a random UUID. */
export function idOf(kind: 'batch' | 'order', place: number): string {
  const digits = hash('md5', `${kind} ${place}`, 'hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** The same id of a batch in SQL, for scripts of pgbench. */
export const batchIdInSql = (place: string): string =>
  `overlay(overlay(md5('batch ' || ${place}) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid`
