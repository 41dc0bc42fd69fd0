import { useState } from 'react'

/** Whether `now` has held at any time: what opens over a screen costs a screen that never opens it nothing. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
