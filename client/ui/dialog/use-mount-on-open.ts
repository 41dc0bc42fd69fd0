import { useEffect, useState } from 'react'

type MountState = { isMounted: boolean; open: boolean }

/**
 * Mounts an overlay when it first opens, so that unused overlays cost nothing. It is mounted closed and opened
 * afterwards: if one overlay closes while another is mounted open, the closing one would treat the other as its child
 * and close it.
 */
export function useMountOnOpen(open: boolean): MountState {
  const [isReady, setReady] = useState(open)
  useEffect(() => {
    if (open) setReady(true)
  }, [open])
  return { isMounted: open || isReady, open: open && isReady }
}
