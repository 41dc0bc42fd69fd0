import { useSyncExternalStore } from 'react'

const phoneQuery = '(max-width: 47.99em)'

/** Whether the screen is narrow: tables become cards, dialogs fill the screen. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(phoneQuery)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(phoneQuery).matches,
    () => false,
  )
}
