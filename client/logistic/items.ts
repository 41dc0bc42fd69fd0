import type { ShippedProduct } from '#shared/logistic/record.ts'

export type Item = { serialNo: number; name: string; sku: string }

/** A page of the codes of a shipment, product by product: of a hundred thousand, only those in sight are made. */
export function itemsPage(products: readonly ShippedProduct[], page: number, limit: number): Item[] {
  const rows: Item[] = []
  let skip = (page - 1) * limit
  for (const { name, sku, serials } of products) {
    const shown = serials.slice(skip, skip + limit - rows.length)
    for (const serialNo of shown) rows.push({ serialNo, name, sku })
    skip = Math.max(0, skip - serials.length)
    if (rows.length === limit) break
  }
  return rows
}

export const itemsTotal = (products: readonly ShippedProduct[]): number =>
  products.reduce((total, { serials }) => total + serials.length, 0)
