import { useCallback, useEffect, useRef } from 'react'

/** Returns whether the component was removed, for a task of many steps that ends when its dialog is closed. */
export function useIsLeft(): () => boolean {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return useCallback(() => isLeft.current, [])
}
