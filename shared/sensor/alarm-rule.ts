import { z } from 'zod'

/** The longest excursion that a rule can ignore, in minutes: a week. */
const maxAlarmMinutes = 7 * 24 * 60
const minutes = z.int('Please enter a whole number').max(maxAlarmMinutes, 'Please enter at most a week')

/** Specifies when values at or above the limit raise an alarm, see `ExcursionRule`. */
export const AlarmRule = z.object({
  /** Only excursions of at least this many minutes count. 0: each reading counts. */
  alarmMinutes: minutes.min(0).default(0),
  /** Shorter ones count, too, once all together last this many minutes. Null: never. */
  alarmTotalMinutes: minutes.min(1).nullable().default(null),
  /** Whether the accounts that get mail about alerts get one. Alarms are listed in any case. */
  alarmMails: z.boolean().default(true),
})
export type AlarmRule = z.infer<typeof AlarmRule>
