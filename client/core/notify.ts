/** A temporary notification, which the user need not close. */
export type Notice = {
  tone: 'success' | 'error' | 'info' | 'warning'
  title: string
  reference?: string
  /** An action that the notification offers. `ms` is how long it is shown, instead of three seconds. */
  action?: { label: string; run: () => void }
  ms?: number
}

let show: ((notice: Notice) => void) | undefined
const waiting: Notice[] = []

/**
 * Shows a notification at the top centre for three seconds; errors stay until dismissed. Identical notifications are
 * shown once at a time.
 */
export function notify(notice: Notice): void {
  if (show) show(notice)
  else waiting.push(notice)
}

/** Registers the function that shows notifications, and shows those that are queued. */
export function showNotices(draw: (notice: Notice) => void): void {
  show = draw
  for (const notice of waiting.splice(0)) draw(notice)
}
