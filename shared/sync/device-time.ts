const MINUTE = 60_000
/** A device's clock may be ahead by so much: nobody sets it by the second. */
const ahead = 5 * MINUTE
/** What was captured without a connection arrives within so much. */
const behind = 366 * 24 * 60 * MINUTE

/**
 * The time that a device says, where its clock can be believed: not after the arrival of its record beyond a few minutes, and not
 * more than a year before. Otherwise the time of arrival.
 */
export function clampDeviceTime(said: Date, arrival: Date): Date {
  const late = arrival.getTime() - said.getTime()
  return late >= -ahead && late <= behind ? said : arrival
}
