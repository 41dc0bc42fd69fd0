import { type TimeProblem, wallTimeOf } from '#client/core/time-text/time-text.ts'
import { fixedZone, zoneClock } from '#client/core/time-text/zone-time.ts'
import type { Reading } from '#shared/sensor/contract.ts'
import { rangeOfUnit, type SensorUnit } from '#shared/sensor/units.ts'
import { type PlacedTime, placeTimes, type TimedLine } from './place-times.ts'
import { kindOfHeading } from './table/columns.ts'
import { joinedCells, type LogFormat } from './table/guess-format.ts'
import { cellsOf, isBlank } from './table/lines.ts'
import { convertValue, type FileUnit, type NumberProblem, readNumberText } from './table/number-text.ts'
import { readTimeCell, timeCell } from './table/time-columns.ts'

export type LineProblem =
  | TimeProblem['problem']
  | NumberProblem
  | 'skippedHour'
  | 'repeatedHour'
  | 'halfDay'
  | 'otherTable'
  | 'outOfRange'
  | 'otherUnit'
  | 'faultValue'
  | 'conflict'
  | 'repeated'

/** Why a line is not imported. `word`: what was not understood. */
type LineReason = { problem: LineProblem; word?: string }
/** A line of the file, from 1, that is not imported. */
export type RefusedLine = LineReason & { line: number; text: string }

export type ReadLog = {
  /** In the order of time. */
  readings: Reading[]
  problems: RefusedLine[]
  /** Lines above the readings, without empty ones. */
  headingLines: number
  hasRepeatedHour: boolean
  isDescending: boolean
  /** The first line whose time is before that of the line above it, although the file is in the order of time. */
  jumpLine?: number
  /**
   * The zone of a clock that is not changed between winter and summer, if it would give other times. Not set if the log shows that its
   * clock was put back.
   */
  fixedZone?: string
}

/** @param fileUnit the unit of values that have none; all are converted to the unit of the sensor */
export type ReadOptions = {
  format: LogFormat
  timeZone: string
  fileUnit: FileUnit
  sensorUnit: SensorUnit
  /** Values that loggers store for a fault are readings, because a person says so. */
  acceptsFaults?: boolean
}

type Row = { line: number; time: TimedLine; value: number; hour12: boolean }

/** Reads a log by its format. Each line after the headings is a reading or is refused with a reason. */
export function readLoggerFile(lines: readonly string[], options: ReadOptions): ReadLog {
  const { format, timeZone } = options
  const problems: RefusedLine[] = []
  const refuse = (line: number, { problem, word }: LineReason) =>
    problems.push({ line: line + 1, problem, ...(word && { word }), text: lines[line]!.trim().slice(0, 80) })
  const headingLines = lines.slice(0, format.firstLine).filter((line) => !isBlank(line)).length
  const rows: Row[] = []
  let isOtherTable = false
  for (let line = format.firstLine; line < lines.length; line += 1) {
    if (isBlank(lines[line]!)) continue
    const row: Omit<Row, 'line'> | LineReason = isOtherTable
      ? ({ problem: 'otherTable' } as const)
      : readLine(lines[line]!, options)
    if (!('problem' in row)) rows.push({ line, ...row })
    else {
      refuse(line, row)
      isOtherTable ||= row.problem === 'otherTable'
    }
  }
  const clock = zoneClock(timeZone)
  const placed = placeTimes(
    rows.map(({ time }) => time),
    clock,
  )
  const isHalfDay = hasHalfDays(rows)
  const timed: (Row & { ms: number })[] = []
  for (const [at, row] of rows.entries()) {
    const time: PlacedTime | { problem: 'halfDay' } = isHalfDay ? { problem: 'halfDay' } : placed.times[at]!
    if ('problem' in time) refuse(row.line, time)
    else timed.push({ ...row, ms: time.ms })
  }
  const jump = timed.find(
    ({ ms }, at) => at > 0 && (placed.isDescending ? ms > timed[at - 1]!.ms : ms < timed[at - 1]!.ms),
  )
  timed.sort((one, other) => one.ms - other.ms)
  const accepted = withoutFaults(withoutRepeats(timed, refuse), options, refuse)
  const changed = timed.find(
    ({ time, ms }) => 'wall' in time && clock.offsetAt(ms) !== clock.standardOffset(ms) * 60_000,
  )
  const skipped = rows.find((_, at) => 'problem' in placed.times[at]!)
  const winter = changed?.ms ?? (skipped && 'wall' in skipped.time ? skipped.time.wall : undefined)
  return {
    readings: accepted.map(({ ms, value }) => ({ value, createdAt: new Date(ms).toISOString() })),
    problems: problems.sort((one, other) => one.line - other.line),
    headingLines,
    hasRepeatedHour: placed.hasRepeatedHour,
    isDescending: placed.isDescending,
    ...(jump && { jumpLine: jump.line + 1 }),
    ...(winter !== undefined && !placed.hasRepeatedHour && { fixedZone: fixedZone(clock.standardOffset(winter)) }),
  }
}

function readLine(line: string, { format, fileUnit, sensorUnit }: ReadOptions): Omit<Row, 'line'> | LineReason {
  const whole = cellsOf(line, format.separator)
  const cells = format.splitCells ? joinedCells(whole, format.timeColumns.length, format.splitCells) : whole
  const valueCell = (format.valueColumn === undefined ? undefined : cells[format.valueColumn]) ?? ''
  const time = readTimeCell(cells, format)
  if ('problem' in time) {
    // The heading of another table, whose columns can be others.
    const isHeading = !/\d/.test(timeCell(cells, format)) && kindOfHeading(valueCell) !== undefined
    return isHeading ? { problem: 'otherTable' } : time
  }
  const number = readNumberText(valueCell, format.decimal)
  if ('problem' in number) return number
  const value = convertValue(number.value, number.unit ?? fileUnit, sensorUnit)
  if (value === undefined) return { problem: 'otherUnit' }
  const { min, max } = rangeOfUnit[sensorUnit]
  if (value < min || value > max) return { problem: 'outOfRange' }
  if (!('ms' in time)) return { time, value, hour12: false }
  const wall = wallTimeOf(time, format.dateOrder)
  if (wall === undefined) return { problem: 'noTime' }
  const at = time.offset === undefined ? { wall } : { instant: wall - time.offset * 60_000 }
  return { time: at, value, hour12: time.hour12 }
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Whether the clock shows 12 hours without am and pm: its hours are 1 to 12, and 12 is followed by 1 on the same day. */
function hasHalfDays(rows: readonly Row[]): boolean {
  if (rows.some(({ hour12 }) => !hour12)) return false
  const written = rows.map(({ time }) => ('instant' in time ? time.instant : time.wall))
  return written.some((ms, at) => {
    const before = written[at - 1] ?? ms
    const isSameDay = Math.floor(ms / dayMs) === Math.floor(before / dayMs)
    return isSameDay && Math.abs(ms - before) > 10 * hourMs
  })
}

type Refuse = (line: number, reason: { problem: LineProblem }) => void

/** A time that occurs twice is one reading. With another value, neither is right without a person's decision. */
function withoutRepeats<R extends Row & { ms: number }>(rows: readonly R[], refuse: Refuse): R[] {
  const same = Map.groupBy(rows, ({ ms }) => ms)
  return [...same.values()].flatMap((group) => {
    const isConflict = group.some(({ value }) => value !== group[0]!.value)
    for (const { line } of isConflict ? group : group.slice(1))
      refuse(line, { problem: isConflict ? 'conflict' : 'repeated' })
    return isConflict ? [] : [group[0]!]
  })
}

/** Values in °C that thermometers store when a probe does not answer: after power is switched on, or without a connection. */
const faults = [
  85, -127, 127, -99, -99.9, -99.99, -100, 99.9, 99.99, 199.9, 255, 327.67, 655.35, 850, 888, 888.8, 999, 999.9, 999.99,
]
/** A reading beside it that is as near as this shows that the value was measured. In °C. */
const nearDegrees = 10

function withoutFaults<R extends Row & { ms: number }>(
  rows: R[],
  { sensorUnit, acceptsFaults }: ReadOptions,
  refuse: Refuse,
): R[] {
  if (acceptsFaults || (sensorUnit !== '°C' && sensorUnit !== '°F')) return rows
  const values = rows.map(({ value }) => {
    const celsius = convertValue(value, sensorUnit, '°C')!
    return { celsius, isFault: faults.some((fault) => Math.abs(fault - celsius) < 0.005) }
  })
  const isNear = (order: readonly (typeof values)[number][]) => {
    let before = Number.NaN
    return order.filter((one) => {
      if (!one.isFault) before = one.celsius
      return one.isFault && Math.abs(one.celsius - before) < nearDegrees
    })
  }
  const measured = new Set([...isNear(values), ...isNear(values.toReversed())])
  return rows.filter(({ line }, at) => {
    if (!values[at]!.isFault || measured.has(values[at]!)) return true
    refuse(line, { problem: 'faultValue' })
    return false
  })
}
