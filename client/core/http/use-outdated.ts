import { useState } from 'react'

/** Lists of the device have no placeholder. */
type Read = { data?: unknown; isPlaceholderData?: boolean }

/**
 * Returns whether the data of a read belongs to an earlier choice, because the response for the current one is awaited.
 *
 * @param view identifies the choice: a read of the same view only asks for newer data. Without it, each input is another choice.
 */
export function useOutdated({ data, isPlaceholderData = false }: Read, view?: string): boolean {
  const [shownView, setShownView] = useState(view)
  if (data !== undefined && !isPlaceholderData && shownView !== view) setShownView(view)
  return isPlaceholderData && (view === undefined || shownView !== view)
}
