import { useEffect, useEffectEvent } from 'react'
import { listenToWedge } from './wedge.ts'

/** Hears hardware scanners for as long as the component is there. */
export function useWedge(onBurst: (texts: readonly string[]) => void): void {
  const heard = useEffectEvent(onBurst)
  useEffect(() => listenToWedge(window, (texts) => heard(texts)), [])
}
