import { useEffect, useState } from 'react'

export type MountState = { isMounted: boolean; open: boolean }

/**
 * Mounts an overlay when it first opens, so that unused overlays cost nothing. It is mounted closed and opens
 * afterwards: if two change in one moment, the closing one would otherwise close the other as its child.
 */
export function useMountOnOpen(open: boolean): MountState {
  const [isReady, setReady] = useState(open)
  useEffect(() => {
    if (open) setReady(true)
  }, [open])
  return { isMounted: open || isReady, open: open && isReady }
}
