import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Work of a screen that is no single call of a route: something saved on the device, a file to download, many requests as
 * one. Where it fails it says so. Who presses twice asks for it once, and is answered once.
 */
export function useTask<I = void, O = unknown>(
  run: (input: I) => Promise<O>,
  done?: () => void,
): UseMutationResult<O, Error, I> {
  const task = useMutation({ mutationFn: run, ...(done && { onSuccess: done }) })
  const underWay = useRef<Promise<O>>(undefined)
  // A button is not disabled before its first press has been drawn.
  const mutateAsync: typeof task.mutateAsync = (...asked) => {
    underWay.current ??= task.mutateAsync(...asked).finally(() => {
      underWay.current = undefined
    })
    return underWay.current
  }
  const mutate: typeof task.mutate = (...asked) => void mutateAsync(...asked).catch(() => undefined)
  return { ...task, mutate, mutateAsync }
}
