import { create } from 'zustand'

/** Chromium's event, which is not in the types of the DOM. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

type InstallPrompt = {
  /** `tip`: a device on which the app can only be installed with the browser's own menu (iOS). */
  method: 'none' | 'prompt' | 'tip'
  ask(): Promise<void>
}

export const installPrompt = create<InstallPrompt>()(() => ({
  method: needsManualInstall() ? 'tip' : 'none',
  ask: async () => {},
}))

/** Registered at start, because the browser fires the event once. */
export function listenForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    const ask = async () => {
      const { outcome } = await (event as InstallEvent).prompt()
      if (outcome === 'accepted') installPrompt.setState({ method: 'none' })
    }
    installPrompt.setState({ method: 'prompt', ask })
  })
  window.addEventListener('appinstalled', () => installPrompt.setState({ method: 'none' }))
}

/** An iPad identifies itself as a Mac, but no Mac has a touch screen. */
function needsManualInstall(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple && !globalThis.matchMedia?.('(display-mode: standalone)').matches
}
