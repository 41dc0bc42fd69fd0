import type { Reading } from '#shared/sensor/contract.ts'
import { convertTemperature, type SensorUnit } from '#shared/sensor/units.ts'
import { numberOf, timeOf } from './cells.ts'
import { cellsOf, type LogFormat, timeCell } from './guess-format.ts'
import { zoneClock } from './zone-time.ts'

const lineProblems = ['noTime', 'noValue', 'skippedHour'] as const
type LineProblem = (typeof lineProblems)[number]

export type ReadLog = {
  readings: Reading[]
  /** Lines of the file, from 1, that have a date or a number and could not be read. */
  problems: { line: number; problem: LineProblem; text: string }[]
  /** Whether a time occurred twice because clocks were put back. The order of the lines decides which hour it is. */
  hasRepeatedHour: boolean
}

/** @param fileUnit the unit of the values in the file; °F and °C are converted to the unit of the sensor */
export type ReadOptions = { format: LogFormat; timeZone: string; fileUnit: SensorUnit; sensorUnit: SensorUnit }

/** Reads a log by its format. Lines without a date, such as headings, are left out. */
export function readLoggerFile(text: string, { format, timeZone, fileUnit, sensorUnit }: ReadOptions): ReadLog {
  const instantsOf = zoneClock(timeZone)
  const log: ReadLog = { readings: [], problems: [], hasRepeatedHour: false }
  let before = -Infinity
  for (const [at, cells] of cellsOf(text, format.separator).entries()) {
    const cell = timeCell(cells, format)
    const time = timeOf(cell, format.dateOrder)
    const valueText = cells[format.valueColumn] ?? ''
    const value = numberOf(valueText, format.decimal)
    const fail = (problem: LineProblem) => {
      log.problems.push({ line: at + 1, problem, text: cells.join(' ').trim().slice(0, 80) })
    }
    if (!time) {
      // A value without a time is a reading that would be lost; other lines are headings.
      if (value !== undefined && /\d[-./]\d/.test(cell)) fail('noTime')
      continue
    }
    if (value === undefined) {
      fail('noValue')
      continue
    }
    const instants = 'instant' in time ? [time.instant] : instantsOf(time.local)
    if (instants.length === 0) {
      fail('skippedHour')
      continue
    }
    if (instants.length > 1) log.hasRepeatedHour = true
    // Loggers write forward: in a repeated hour, a time that does not come after the line before it is the second one.
    const ms = instants.find((instant) => instant > before) ?? instants[0]!
    before = ms
    log.readings.push({ value: convertTemperature(value, fileUnit, sensorUnit), createdAt: new Date(ms).toISOString() })
  }
  return log
}

/** The unit that the file names in its headings, if it is one of a temperature. */
export const namedUnit = (columns: readonly string[]): SensorUnit | undefined => {
  const words = columns.join(' ')
  if (/°\s?F|℉|\(F\)|fahrenheit/i.test(words)) return '°F'
  return /°\s?C|℃|\(C\)|celsius/i.test(words) ? '°C' : undefined
}
