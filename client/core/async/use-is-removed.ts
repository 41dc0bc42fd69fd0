import { useCallback, useEffect, useRef } from 'react'

/** Returns whether the component was removed, for a task of many steps that ends when its dialog is closed. */
export function useIsRemoved(): () => boolean {
  const isRemoved = useRef(false)
  useEffect(() => {
    isRemoved.current = false
    return () => {
      isRemoved.current = true
    }
  }, [])
  return useCallback(() => isRemoved.current, [])
}
