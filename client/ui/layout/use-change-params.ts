import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Parameters by name; undefined removes one. */
type ParamsChange = Readonly<Record<string, string | undefined>>

/**
 * The parameters of the URL, and a function that changes some of them and keeps the others: a screen that shows one record
 * in place of its list shows the same page, order and search of the list afterwards.
 */
export function useChangeParams(): [URLSearchParams, (change: ParamsChange) => void] {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (change: ParamsChange) =>
      setParams((before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined) after.delete(name)
          else after.set(name, value)
        }
        return after
      }),
    [setParams],
  )
  return [params, change]
}
