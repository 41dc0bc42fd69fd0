/** Converts an instant or a day to the value of <input type="datetime-local">, in the time zone of the device. */
export function toLocalInput(instant: string): string {
  if (instant === '') return ''
  if (/^\d{4}-\d\d-\d\d$/.test(instant)) return `${instant}T00:00`
  const time = new Date(instant)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/**
 * The instant of an input that started with one. An unchanged input keeps it: its text has no seconds, and when clocks are put back, it
 * is the text of two instants.
 */
export function pickedInstant(text: string, offered: string): string {
  return text === toLocalInput(offered) ? offered : fromLocalInput(text)
}

/** The instant that the user picked; empty while the input is incomplete. */
export function fromLocalInput(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).toISOString() : ''
}
