import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Opens the dialog of a link such as `/sku?open=new`. The name is removed from the URL at once, so that a
 * reload does not open the dialog again.
 *
 * @param open undefined while the dialog cannot be opened yet
 */
export function useOpenLink(name: string, open: (() => void) | undefined): void {
  const [params, setParams] = useSearchParams()
  const isNamed = params.get('open') === name
  // The screen may be rendered several times with the old URL while the new one is a pending transition.
  const isOpened = useRef(false)
  useEffect(() => {
    if (!isNamed) isOpened.current = false
    if (!isNamed || !open || isOpened.current) return
    isOpened.current = true
    setParams(
      (before) => {
        before.delete('open')
        return before
      },
      { replace: true },
    )
    open()
  }, [isNamed, open, setParams])
}
