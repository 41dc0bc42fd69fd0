import type { TagData } from '#server/core/tag-service/responses.ts'
import type { DueLog } from './due.ts'

type Reading = TagData['readings'][number]

/** A tag that has recorded nothing after the end of the log may still be read until this time has passed (ms). */
const graceMs = 3_600_000
const [minPauseMs, maxPauseMs] = [60_000, 3_600_000]

/** The readings of the tag that belong to the shipment: after the one before it, until the end of its log. */
export function readingsOf({ from, loggingEndedAt }: DueLog, { readings }: TagData): Reading[] {
  const [first, last] = [from?.getTime() ?? -Infinity, loggingEndedAt?.getTime() ?? Infinity]
  return readings.filter(({ at }) => at.getTime() > first && at.getTime() <= last)
}

/**
 * The readings that are not stored yet. If all readings until the last stored one are stored, these are the ones after it.
 * Otherwise all are returned: a reading that exists is not inserted again.
 */
export function newReadings(
  { stored, last, tag, storedTag }: DueLog,
  readings: readonly Reading[],
): readonly Reading[] {
  if (!last || storedTag !== tag) return readings
  const after = readings.filter(({ at }) => at > last)
  return readings.length - after.length === stored ? after : readings
}

/**
 * Whether the log is complete: it has ended, and the tag has a reading after the end, or had an hour to record one.
 */
export function isComplete({ loggingEndedAt }: DueLog, { readings }: TagData, pulledAt: Date): boolean {
  if (!loggingEndedAt) return false
  return pulledAt.getTime() >= loggingEndedAt.getTime() + graceMs || readings.some(({ at }) => at > loggingEndedAt)
}

/** The next pull: every minute while the tag records, and less often when its last reading is long ago. */
export function nextPull({ readings }: TagData, pulledAt: Date): Date {
  const newest = readings.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0)
  const pause = Math.min(Math.max((pulledAt.getTime() - newest) / 20, minPauseMs), maxPauseMs)
  return new Date(pulledAt.getTime() + pause)
}
