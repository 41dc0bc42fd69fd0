import { type PointerEvent, useCallback, useEffect, useState } from 'react'

/** A touch sends its click a moment after it has ended (ms). */
const clickDelayMs = 300

/**
 * Keeps a value while a pointer is pressed inside an element. If rows were refetched between press and release, another row
 * could be under the pointer at the release, and the browser would send no click.
 */
export function useStableWhilePressed<T>(value: T): { held: T; onPointerDownCapture: (event: PointerEvent) => void } {
  const [pressed, setPressed] = useState<{ value: T }>()
  useEffect(() => {
    if (!pressed) return
    const end = () => setPressed(undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    const release = () => {
      timer = setTimeout(end, clickDelayMs)
    }
    const clicked = () => {
      clearTimeout(timer)
      // After the handlers of the click.
      timer = setTimeout(end)
    }
    window.addEventListener('pointerup', release)
    window.addEventListener('pointercancel', end)
    window.addEventListener('click', clicked, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('click', clicked, { capture: true })
    }
  }, [pressed])
  const onPointerDownCapture = useCallback(() => setPressed({ value }), [value])
  return { held: pressed ? pressed.value : value, onPointerDownCapture }
}
