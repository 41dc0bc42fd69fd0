import type { ShippedProduct } from '#shared/logistic/record.ts'

/** `index` counts from 0 in the whole list: serial numbers count within their orders, so that a product may have one twice. */
export type Item = { index: number; serialNo: number; name: string; sku: string }

/** A page of the codes of a shipment, product by product: of a hundred thousand, only those in sight are made. */
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

export const itemsTotal = (products: readonly ShippedProduct[]): number =>
  products.reduce((total, { runs }) => runs.reduce((sum, [first, last]) => sum + last - first + 1, total), 0)
