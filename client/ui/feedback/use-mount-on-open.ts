import { useEffect, useState } from 'react'

export type MountState = { isMounted: boolean; open: boolean }

/**
 * What opens over a screen is made when it first opens: a screen that never opens it pays nothing. It is made closed, and opens
 * after that: of two in one moment the one that closes would else take the other along, as one that was opened from it.
 */
export function useMountOnOpen(open: boolean): MountState {
  const [isReady, setReady] = useState(open)
  useEffect(() => {
    if (open) setReady(true)
  }, [open])
  return { isMounted: open || isReady, open: open && isReady }
}
