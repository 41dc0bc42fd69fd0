import { create } from 'zustand'
import { unsaved } from '#client/core/drafts/unsaved-changes.ts'

const hourMs = 3_600_000
/** Timeout for browsers that do not report the activation of the new worker. */
const takeoverTimeoutMs = 4000

type Updates = {
  /**
   * `ready`: a new version waits for confirmation. `stale`: another tab confirmed it while this tab has unsaved work.
   */
  state: 'current' | 'ready' | 'stale'
  accept(): void
}

/**
 * Updates of the console. A new version is activated only after confirmation, and never while a tab has unsaved work.
 */
export const updates = create<Updates>()(() => ({ state: 'current', accept: () => location.reload() }))

/**
 * Registers the service worker, so that the console opens without a connection, and regularly checks for a new version.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/service-worker.js')

  workbox.addEventListener('waiting', () => {
    const accept = () => {
      workbox.messageSkipWaiting()
      setTimeout(reloadWhenSaved, takeoverTimeoutMs)
    }
    updates.setState({ state: 'ready', accept })
  })
  workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (isUpdate || isExternal) reloadWhenSaved()
  })

  const look = () => void workbox.update().catch(() => undefined)
  try {
    await workbox.register()
  } catch {
    // Without a service worker (for example in a private window) the console works only with a connection.
    return
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  setInterval(look, hourMs)
}

function reloadWhenSaved(): void {
  if (unsaved.getState().forms === 0) location.reload()
  else updates.setState({ state: 'stale', accept: () => location.reload() })
}
