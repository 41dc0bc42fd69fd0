import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For the hidden input of a switch that changes only after a confirmed or successful call. The native checkbox toggles
 * immediately and would announce it to screen readers even when the call fails.
 */
export function useControlledCheckbox(on: boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current) input.current.checked = on
  })
  return input
}
