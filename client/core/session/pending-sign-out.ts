// A sign-out takes effect on this device immediately, and on the server when it is reachable.

/** Names the last sign-out of this device: with `leaving` before it until the server has heard of it, then with `left`. */
export const signOutKey = 'assay.departure'
/** The last sign-out of this tab that a full disk did not remember: the server is told now or never. */
let unstoredSignOut: string | undefined

/** Notes that somebody signs out, under a name of its own. */
export function recordSignOut(): string {
  const departure = crypto.randomUUID()
  try {
    localStorage.setItem(signOutKey, `leaving ${departure}`)
  } catch {
    unstoredSignOut = departure
  }
  return departure
}

/** The sign-out that the server has not heard of. */
export function pendingSignOut(): string | undefined {
  const [state, departure] = localStorage.getItem(signOutKey)?.split(' ') ?? []
  return state === 'leaving' ? departure : undefined
}

/** Whether the server is still to be told: nobody has signed in since, in this tab or another. */
export function isUnconfirmed(departure: string): boolean {
  return departure === pendingSignOut() || departure === unstoredSignOut
}

/** An answer to an older sign-out says nothing of a later one. */
export function confirmSignOut(departure: string | undefined): void {
  if (!departure || pendingSignOut() !== departure) return
  try {
    localStorage.setItem(signOutKey, `left ${departure}`)
  } catch {
    localStorage.removeItem(signOutKey)
  }
}

/** The same as before as long as nobody signs out, in this tab or another. */
export function lastSignOut(): string {
  return `${unstoredSignOut} ${localStorage.getItem(signOutKey)?.split(' ').at(-1)}`
}

/** Somebody has signed out on this device before. */
export const hasSignedOutBefore = (): boolean => localStorage.getItem(signOutKey) !== null
