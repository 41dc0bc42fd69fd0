import { useSyncExternalStore } from 'react'

/** Whether the screen matches a media query now; false without a screen. */
export function useMediaQuery(text: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(text)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(text).matches,
    () => false,
  )
}
