// Who signs out is signed out here at once, and on the server as soon as it can be told.

/** Names the last sign-out of this device: with `leaving` before it until the server has heard of it, then with `left`. */
export const departureKey = 'assay.departure'
/** The last sign-out of this tab that a full disk did not remember: the server is told now or never. */
let unwritten: string | undefined

/** Notes that somebody signs out, under a name of its own. */
export function noteDeparture(): string {
  const departure = crypto.randomUUID()
  try {
    localStorage.setItem(departureKey, `leaving ${departure}`)
  } catch {
    unwritten = departure
  }
  return departure
}

/** The sign-out that the server has not heard of. */
export function leaving(): string | undefined {
  const [state, departure] = localStorage.getItem(departureKey)?.split(' ') ?? []
  return state === 'leaving' ? departure : undefined
}

/** Whether the server is still to be told: nobody has signed in since, in this tab or another. */
export function isUntold(departure: string): boolean {
  return departure === leaving() || departure === unwritten
}

/** An answer to an older sign-out says nothing of a later one. */
export function markTold(departure: string | undefined): void {
  if (!departure || leaving() !== departure) return
  try {
    localStorage.setItem(departureKey, `left ${departure}`)
  } catch {
    localStorage.removeItem(departureKey)
  }
}

/** The same as before as long as nobody signs out, in this tab or another. */
export function lastDeparture(): string {
  return `${unwritten} ${localStorage.getItem(departureKey)?.split(' ').at(-1)}`
}

/** Somebody has signed out on this device before. */
export const hasDeparture = (): boolean => localStorage.getItem(departureKey) !== null
