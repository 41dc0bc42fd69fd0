import { SensorData } from '#shared/verify/contract.ts'

/** The recordings that an anchored payload tells of, under whichever key its form stands; nothing of another shape. */
export function sensorsIn(payload: string): SensorData[] {
  // Most payloads have none.
  if (!payload.includes('"sensorAnswers"')) return []
  const parts = Object.values(JSON.parse(payload) as Record<string, { sensorAnswers?: unknown }>)
  return parts.flatMap(({ sensorAnswers }) =>
    Array.isArray(sensorAnswers) ? sensorAnswers.flatMap((one) => SensorData.safeParse(one).data ?? []) : [],
  )
}
