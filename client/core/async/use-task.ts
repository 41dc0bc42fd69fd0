import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * An asynchronous task of a screen that is not a single call of a route, such as a local save, a download or several
 * requests. Shows an error notification when it fails. Ignores a second press while it runs.
 */
export function useTask<I = void, O = unknown>(
  run: (input: I) => Promise<O>,
  done?: () => void,
): UseMutationResult<O, Error, I> {
  const task = useMutation({ mutationFn: run, ...(done && { onSuccess: done }) })
  const underWay = useRef<Promise<O>>(undefined)
  // React may run a second press before it has rendered the disabled button, so a ref guards against it.
  const mutateAsync: typeof task.mutateAsync = (...asked) => {
    underWay.current ??= task.mutateAsync(...asked).finally(() => {
      underWay.current = undefined
    })
    return underWay.current
  }
  const mutate: typeof task.mutate = (...asked) => void mutateAsync(...asked).catch(() => undefined)
  return { ...task, mutate, mutateAsync }
}
