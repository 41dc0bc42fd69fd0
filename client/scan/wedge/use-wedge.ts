import { useEffect, useEffectEvent } from 'react'
import { listenToWedge } from './wedge.ts'

/** Listens to hardware scanners while the component is mounted. */
export function useWedge(onBurst: (texts: readonly string[]) => void): void {
  const handleBurst = useEffectEvent(onBurst)
  useEffect(() => listenToWedge(window, (texts) => handleBurst(texts)), [])
}
