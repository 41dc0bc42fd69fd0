import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For the hidden input of a switch that moves when somebody says so, not when it is clicked: the browser's own checkbox
 * turns at once, and would tell a screen reader so even where the call fails or a question is answered with no.
 */
export function useControlledCheckbox(on: boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current) input.current.checked = on
  })
  return input
}
