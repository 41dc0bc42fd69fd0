import { zoneOffset } from '#shared/core/zone-offset.ts'
import type { TrendStep } from '#shared/insights/contract.ts'

/**
 * Times are counted in slots: quarter-hours since 1970. The clocks of all time zones in use differ from UTC by whole
 * quarter-hours, so hours, days and weeks of every zone begin with a slot.
 */
export const slotMs = 900_000
export const slotsPerDay = 96
const slotsPerHour = 4
/** 1 January 1970 was a Thursday. */
const firstWeekday = 4
const hourRangeDays = 2
const dayRangeDays = 92

export const slotTime = (slot: number): string => new Date(slot * slotMs).toISOString()
const modulo = (n: number, of: number) => ((n % of) + of) % of

type OffsetOf = (slot: number) => number
const maxZones = 64
/** Offsets are kept for the days from 1970 to 2079. */
const maxDays = 40_000
const unknownOffset = -128
const zones = new Map<string, OffsetOf>()

/**
 * Returns a function that gives the difference to UTC at a slot, in slots. It calls `Intl`, which is slow, twice for each day (UTC),
 * and caches the results.
 */
export function zoneOffsets(timeZone: string): OffsetOf {
  const known = zones.get(timeZone)
  if (known) return known
  if (zones.size >= maxZones) zones.clear()
  const offsetOf = readOffsets(timeZone)
  zones.set(timeZone, offsetOf)
  return offsetOf
}

function readOffsets(timeZone: string): OffsetOf {
  const inMs = zoneOffset(timeZone)
  const offsetAt = (slot: number) => Math.round(inMs(slot * slotMs) / slotMs)
  const starts = new Int8Array(maxDays).fill(unknownOffset)
  const atStart = (day: number) => {
    const known = starts[day] ?? unknownOffset
    if (known !== unknownOffset) return known
    const offset = offsetAt(day * slotsPerDay)
    if (day >= 0 && day < maxDays) starts[day] = offset
    return offset
  }
  return (slot) => {
    const day = Math.floor(slot / slotsPerDay)
    const [first, next] = [atStart(day), atStart(day + 1)]
    return first === next ? first : offsetAt(slot)
  }
}

/** The hour (0 to 23) and the weekday (0 is Sunday) of a slot. */
export function hourAndWeekday(slot: number, offset: number): [hour: number, weekday: number] {
  const local = slot + offset
  return [
    Math.floor(modulo(local, slotsPerDay) / slotsPerHour),
    modulo(Math.floor(local / slotsPerDay) + firstWeekday, 7),
  ]
}

/** The step that fits a range: hours up to two days, days up to a quarter of a year, else weeks. */
function stepOf({ from, to }: { from: number; to: number }): TrendStep {
  const days = (to - from) / slotsPerDay
  if (days <= hourRangeDays) return 'hour'
  return days <= dayRangeDays ? 'day' : 'week'
}

/** Numbers the steps of a zone. In the hour that a clock change repeats, each of both hours is a step. */
function stepNumber(step: TrendStep, slot: number, offset: number): number {
  if (step === 'hour') return Math.floor((slot + modulo(offset, slotsPerHour)) / slotsPerHour)
  const day = Math.floor((slot + offset) / slotsPerDay)
  // Weeks begin on Monday.
  return step === 'day' ? day : Math.floor((day + firstWeekday - 1) / 7)
}

export type Steps = {
  step: TrendStep
  /** The first slot of each step; that of the first step may be before the range. */
  starts: number[]
  /** The index of the step of each slot of the range, counted from its first slot. */
  indexes: Int32Array
}

/** Divides a range of slots into the steps of a zone. */
export function divideRange(range: { from: number; to: number }, offsetOf: (slot: number) => number): Steps {
  const step = stepOf(range)
  const numberOf = (slot: number) => stepNumber(step, slot, offsetOf(slot))
  const indexes = new Int32Array(range.to - range.from)
  const starts: number[] = []
  let current: number | undefined
  for (let slot = range.from; slot < range.to; slot++) {
    const number = numberOf(slot)
    if (number !== current) {
      current = number
      starts.push(slot)
    }
    indexes[slot - range.from] = starts.length - 1
  }
  const first = starts[0]
  if (first !== undefined) {
    let start = first
    const number = numberOf(start)
    while (numberOf(start - 1) === number) start--
    starts[0] = start
  }
  return { step, starts, indexes }
}
