import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { logistic, logisticReading } from '#server/logistic/table.ts'

/** Interval between two readings of a temperature tag (ms). */
const interval = 10 * 60_000

/** The sensor readings of the demo merchant's shipments; adds none if readings exist already. */
export async function seedReadings(tx: Tx, merchantId: string): Promise<void> {
  if ((await tx.$count(logisticReading, eq(logisticReading.merchantId, merchantId))) > 0) return
  const tagged = await tx
    .select()
    .from(logistic)
    .where(and(eq(logistic.merchantId, merchantId), isNotNull(logistic.manufacturerId), isNull(logistic.removedAt)))
  for (const { id, shippedAt, createdAt, loggingEndedAt } of tagged) {
    const [from, to] = [shippedAt ?? createdAt, loggingEndedAt ?? new Date()].map((date) => date.getTime())
    const readings = Array.from({ length: Math.floor((to! - from!) / interval) }, (_, i) => ({
      ...{ merchantId, logisticId: id, at: new Date(from! + i * interval), temp: temperature(i) },
    }))
    if (readings.length > 0) await tx.insert(logisticReading).values(readings)
  }
}

/** Temperatures over days and nights of a transport, with one warm hour at a loading dock. */
function temperature(step: number): number {
  const day = Math.sin((step / 144) * 2 * Math.PI) * 3.2
  const dock = 9 * Math.exp(-(((step - 90) / 5) ** 2))
  const jitter = Math.sin(step * 1.7) * 0.35 + Math.sin(step * 0.43) * 0.25
  return Math.round((17.5 + day + dock + jitter) * 10) / 10
}
