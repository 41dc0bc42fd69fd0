import type { LogStatistics } from '#shared/sensor/contract.ts'

/** A measured value. `createdAt`: when it was measured. */
export type LogPoint = { value: number; createdAt: string }

/** The log of a sensor or a shipment as the log view shows it. */
export type Log = {
  /** In the order of time. A part of all readings if there are many; each lowest and highest value is among them. */
  logs: readonly LogPoint[]
  total: number
  unit: string
  limit: number | null
  /** Values below it are out of range. */
  minimum: number | null
  statistics: LogStatistics
}
