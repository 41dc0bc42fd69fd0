import type { ShippedProduct } from '#shared/logistic/record.ts'

/** `index` counts from 0 in the whole list. Serial numbers are not unique, since they start again in each order. */
export type Item = { index: number; serialNo: number; name: string; sku: string }

/**
 * Returns one page of the codes of a shipment, by product. Only the visible items of up to a hundred thousand are
 * created.
 */
export function itemsPage(products: readonly ShippedProduct[], page: number, limit: number): Item[] {
  const rows: Item[] = []
  const start = (page - 1) * limit
  let skip = start
  for (const { name, sku, runs } of products) {
    for (const [first, last] of runs) {
      for (let serialNo = first + skip; serialNo <= last && rows.length < limit; serialNo++) {
        rows.push({ index: start + rows.length, serialNo, name, sku })
      }
      if (rows.length === limit) return rows
      skip = Math.max(0, skip - (last - first + 1))
    }
  }
  return rows
}

/** Number of codes of one product in a shipment. */
export const countOf = ({ runs }: ShippedProduct): number =>
  runs.reduce((sum, [first, last]) => sum + last - first + 1, 0)

export const itemsTotal = (products: readonly ShippedProduct[]): number =>
  products.reduce((total, product) => total + countOf(product), 0)
