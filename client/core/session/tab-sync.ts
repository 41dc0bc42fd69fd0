import { signOutKey } from './pending-sign-out.ts'
import { rememberedUserKey } from './remembered-user.ts'

let channel: BroadcastChannel | undefined

/** Tells the other tabs that somebody signed in or out here. What happened is in the storage that tabs share. */
export function notifyOtherTabs(): void {
  channel?.postMessage('changed')
}

/**
 * Calls `check` whenever another tab may have signed somebody in or out: told at once, by the storage where a browser has no
 * channel, and asked again when this tab wakes, since a frozen one hears nothing.
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
