import { signOutKey } from './pending-sign-out.ts'
import { rememberedUserKey } from './remembered-user.ts'

let channel: BroadcastChannel | undefined

/** Notifies the other tabs of a sign-in or sign-out. The details are in the storage that all tabs share. */
export function notifyOtherTabs(): void {
  channel?.postMessage('changed')
}

/**
 * Calls `check` when another tab may have signed in or out: on a channel message, on a storage event where the browser
 * has no channel, and when this tab wakes, since a suspended tab receives neither.
 */
export function watchOtherTabs(check: () => void): void {
  if (channel) return
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('assay-session')
    channel.onmessage = check
  }
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === rememberedUserKey || key === signOutKey) check()
  })
  for (const event of ['pageshow', 'focus']) window.addEventListener(event, check)
  document.addEventListener('resume', check)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}
