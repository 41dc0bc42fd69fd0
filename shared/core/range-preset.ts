import { startOfDay } from 'date-fns/startOfDay'
import { sub } from 'date-fns/sub'

/** The named ranges of all screens: today, this week, this month and this year. */
export const rangePresets = ['1d', '1w', '1m', '1y'] as const
export type RangePreset = (typeof rangePresets)[number]

const back = { '1d': { days: 0 }, '1w': { days: 6 }, '1m': { months: 1 }, '1y': { years: 1 } } as const

/**
 * The beginning of a named range, at midnight of the person's time zone: today, the day six days ago, and the same day of the last
 * month or year. The range ends now.
 */
export const startOfRange = (preset: RangePreset, now: Date): Date => startOfDay(sub(now, back[preset]))
