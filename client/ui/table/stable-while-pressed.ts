import { type PointerEvent, useCallback, useEffect, useState } from 'react'
import { watchPressEnd } from '#client/ui/layout/press-end.ts'

/**
 * Keeps a value while a pointer is pressed inside an element. If rows were refetched between press and release, another row
 * could be under the pointer at the release, and the browser would send no click.
 */
export function useStableWhilePressed<T>(value: T): { held: T; onPointerDownCapture: (event: PointerEvent) => void } {
  const [pressed, setPressed] = useState<{ value: T }>()
  useEffect(() => (pressed ? watchPressEnd(() => setPressed(undefined)) : undefined), [pressed])
  const onPointerDownCapture = useCallback(() => setPressed({ value }), [value])
  return { held: pressed ? pressed.value : value, onPointerDownCapture }
}
