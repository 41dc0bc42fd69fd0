import { SensorData } from '#shared/verify/contract.ts'

/** Returns the sensor recordings of an anchored payload, under any form key. Data of another shape is ignored. */
export function sensorsIn(payload: string): SensorData[] {
  // Fast path: most payloads contain none.
  if (!payload.includes('"sensorAnswers"')) return []
  const parts = Object.values(JSON.parse(payload) as Record<string, { sensorAnswers?: unknown }>)
  return parts.flatMap(({ sensorAnswers }) =>
    Array.isArray(sensorAnswers) ? sensorAnswers.flatMap((one) => SensorData.safeParse(one).data ?? []) : [],
  )
}
