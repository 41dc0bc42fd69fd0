/** How long a visible page waits for a camera that the system has paused, ms. It often resumes by itself after a call or a lock. */
const pausedMs = 2000

/**
 * Calls back once when the camera was lost: it ended, or it stays without a picture. Systems take it from a page in the
 * background, so this is checked only while the page is visible, and whenever it becomes visible.
 */
export function watchCamera(track: MediaStreamTrack, onLost: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    if (signal.aborted || document.visibilityState !== 'visible') return
    if (track.readyState === 'ended') onLost()
    else if (track.muted) timer = setTimeout(() => document.visibilityState === 'visible' && onLost(), pausedMs)
  }
  for (const event of ['ended', 'mute', 'unmute']) track.addEventListener(event, check, { signal })
  document.addEventListener('visibilitychange', check, { signal })
  // A page that returns from the cache of the browser.
  addEventListener('pageshow', check, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
