import type { Tx } from '#server/core/db/database.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import { sku } from '#server/sku/table.ts'
import type { SeededSku } from './catalogue.ts'
import { seedItems } from './codes.ts'

/** The product and the number of codes of each month before this one, oldest first. */
const months = [
  [0, 120],
  [0, 140],
  [0, 110],
  [1, 180],
  [0, 160],
  [1, 220],
  [1, 190],
  [2, 240],
  [0, 260],
  [2, 230],
  [1, 300],
] as const

/** A day of an earlier month, in the middle of it in every time zone. The days differ from month to month. */
function dayOf(monthsAgo: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 4 + ((monthsAgo * 5) % 12), 3))
}

/** A year of orders: one a month, and all of its codes are activated. Each product was added before its first order. */
export async function seedOrderHistory(tx: Tx, merchantId: string, skus: readonly SeededSku[]): Promise<void> {
  const started = new Set<SeededSku>()
  for (const [at, [product, quantity]] of months.entries()) {
    const [one, day] = [skus[product]!, dayOf(months.length - at)]
    if (!started.has(one)) {
      started.add(one)
      const added = new Date(day.getTime() - 2 * 86_400_000)
      await tx.update(sku).set({ createdAt: added }).where(eq(sku.id, one.id))
    }
    await seedItems(tx, merchantId, one, { quantity, activated: quantity, at: day, note: 'Harvest' })
  }
}
