import { useEffect } from 'react'

/** Keeps the screen on while the camera runs, since the user does not touch it then. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !navigator.wakeLock) return
      try {
        const acquired = await navigator.wakeLock.request('screen')
        if (isOver) await acquired.release()
        else lock = acquired
      } catch {
        // Denied in battery saver mode: the screen may turn off.
      }
    }
    void hold()
    // The lock is lost when the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
