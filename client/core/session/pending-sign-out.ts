// A sign-out takes effect on this device immediately, and on the server when it is reachable.

/** Stores the last sign-out of this device: `leaving <id>` until the server has confirmed it, then `left <id>`. */
export const signOutKey = 'assay.departure'
/** The last sign-out of this tab, if a full disk could not store it. It is sent immediately or never. */
let unstoredSignOut: string | undefined

/** Records a sign-out under a new id. */
export function recordSignOut(): string {
  const signOutId = crypto.randomUUID()
  try {
    localStorage.setItem(signOutKey, `leaving ${signOutId}`)
  } catch {
    unstoredSignOut = signOutId
  }
  return signOutId
}

/** Returns the sign-out that the server has not confirmed. */
export function pendingSignOut(): string | undefined {
  const [state, signOutId] = localStorage.getItem(signOutKey)?.split(' ') ?? []
  return state === 'leaving' ? signOutId : undefined
}

/** Whether the sign-out must still be sent. False once a user has signed in since, in this tab or another. */
export function isUnconfirmed(signOutId: string): boolean {
  return signOutId === pendingSignOut() || signOutId === unstoredSignOut
}

/** Marks a sign-out as confirmed. A response to an older sign-out does not confirm a later one. */
export function confirmSignOut(signOutId: string | undefined): void {
  if (!signOutId || pendingSignOut() !== signOutId) return
  try {
    localStorage.setItem(signOutKey, `left ${signOutId}`)
  } catch {
    localStorage.removeItem(signOutKey)
  }
}

/** Changes only when a user signs out, in this tab or another. */
export function lastSignOut(): string {
  return `${unstoredSignOut} ${localStorage.getItem(signOutKey)?.split(' ').at(-1)}`
}
