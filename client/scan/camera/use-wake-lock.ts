import { useEffect } from 'react'

/** Keeps the screen lit while a camera looks: nobody touches it then, and a phone would go to sleep. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !navigator.wakeLock) return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (isOver) await held.release()
        else lock = held
      } catch {
        // Refused to save the battery: then it sleeps.
      }
    }
    void hold()
    // A page that was hidden has lost it.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
