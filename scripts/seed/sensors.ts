import type { Tx } from '#server/core/db/database.ts'
import { storeReadings } from '#server/sensor/readings.ts'
import { sensor } from '#server/sensor/table.ts'

/** Ids by which the forms of the demo merchant name its sensors. */
export const demoSensors = {
  dryingRoom: '01932f00-0000-7000-8000-000000000001',
  packingRoom: '01932f00-0000-7000-8000-000000000002',
  container: '01932f00-0000-7000-8000-000000000003',
} as const

/** `mean` and `swing` of a day in °C. No reading reaches a threshold. */
export const demoRooms = [
  { id: demoSensors.dryingRoom, name: 'Drying room', location: 'Brinchang', mean: 34, swing: 3, threshold: 45 },
  { id: demoSensors.packingRoom, name: 'Packing room', location: 'Brinchang', mean: 22, swing: 1.5, threshold: 28 },
  { id: demoSensors.container, name: 'Container', location: 'Port Klang', mean: 18, swing: 2, threshold: 25 },
]
type DemoRoom = (typeof demoRooms)[number]

/** °C at a time (ms): warmest at the same hour of each day, with a small deviation that depends on the time only. */
export function roomTemperature({ mean, swing }: DemoRoom, at: number): number {
  const value = mean + swing * Math.sin((at / 86_400_000) * 2 * Math.PI) + 0.4 * Math.sin((at / stepMs) * 1.7)
  return Math.round(value * 10) / 10
}

const days = 10
const stepMs = 30 * 60_000

/** Seeds the sensors of the demo merchant with readings of the last days. */
export async function seedSensors(tx: Tx, merchantId: string): Promise<void> {
  await tx.insert(sensor).values(
    demoRooms.map(({ id, name, location, threshold }) => ({
      id,
      merchantId,
      name,
      location,
      threshold,
      model: 'TH-200',
      type: 'temperature' as const,
      unit: '°C' as const,
    })),
  )
  const now = Date.now()
  const steps = (days * 86_400_000) / stepMs
  for (const room of demoRooms) {
    const logs = Array.from({ length: steps }, (_, step) => {
      const at = now - (steps - step) * stepMs
      return { value: roomTemperature(room, at), createdAt: new Date(at).toISOString() }
    })
    await storeReadings(tx, { merchantId, confirmed: true }, room.id, { logs })
  }
}
