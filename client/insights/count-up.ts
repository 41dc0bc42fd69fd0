import { useEffect, useRef, useState } from 'react'

const durationMs = 2000
const reducedMotionQuery = '(prefers-reduced-motion: reduce)'

/** Returns the animated value of a number: two seconds from the previous value, immediately with reduced motion. */
export function useCountUp(target: number | undefined): number | undefined {
  const [shown, setShown] = useState<number>()
  const from = useRef(0)
  useEffect(() => {
    if (target === undefined) return
    const start = from.current
    const startedAt = performance.now()
    let frame = 0
    const step = (now: number) => {
      const share = matchMedia(reducedMotionQuery).matches ? 1 : Math.min(1, Math.max(0, now - startedAt) / durationMs)
      // Ease-out.
      from.current = Math.round(start + (target - start) * (1 - (1 - share) ** 3))
      setShown(from.current)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    step(startedAt)
    return () => cancelAnimationFrame(frame)
  }, [target])
  return target === undefined ? undefined : shown
}
