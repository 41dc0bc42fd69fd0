import type { Recording } from '#server/sensor/service.ts'
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

/** The payload names sensors of its merchant. An id that is none of a sensor has no readings. */
export const recordingsOf = (sensors: readonly SensorData[], merchantId: string): Recording[] =>
  sensors.map(({ sensorId, start_time: start, end_time: end }) => ({ merchantId, sensorId, start, end }))
