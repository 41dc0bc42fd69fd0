const minute = 60_000
/** A device's clock may be ahead by this much, because few clocks are exact. */
const maxAhead = 5 * minute
/** Records that were saved offline arrive within this time. */
const maxDelay = 366 * 24 * 60 * minute

/**
 * Returns the device's time if it is plausible: at most a few minutes after the arrival of the record, and at most a year
 * before. Otherwise returns the time of arrival.
 */
export function clampDeviceTime(deviceTime: Date, arrival: Date): Date {
  const delay = arrival.getTime() - deviceTime.getTime()
  return delay >= -maxAhead && delay <= maxDelay ? deviceTime : arrival
}
