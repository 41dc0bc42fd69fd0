import { useEffect } from 'react'
import { useWrite } from '#client/core/data.ts'
import { showError } from '#client/core/errors.ts'
import { Unreachable } from '#client/core/plain-send.ts'
import type { RowError } from '#client/ui/codes/bad-rows.ts'
import { codesOf, type ListState } from '#client/ui/codes/use-code-list.ts'
import { activationContract, type CodeCheck } from '#shared/activation/contract.ts'

/** `away`: the server cannot be reached, so the list is judged when it arrives there. */
export type CheckState = 'none' | 'checking' | 'checked' | 'away' | 'failed'
export type Check = { state: CheckState; errors: RowError[]; again: () => void }

/** The server's word on every row of a list before it is sent: asked when the list changes, and when it is back. */
export function useCheck(list: ListState): Check {
  const check = useWrite(activationContract.check, { quiet: true })
  const { mutate, reset } = check
  const again = () => ask(list, mutate)
  useEffect(() => {
    reset()
    ask(list, mutate)
  }, [list, mutate, reset])

  const isAway = check.error instanceof Unreachable
  useEffect(() => {
    if (!isAway) return
    const retry = () => ask(list, mutate)
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isAway, list, mutate])

  return { state: stateOf(list, check, isAway), errors: errorsOf(list, check.data?.errors), again }
}

type Mutate = ReturnType<typeof useWrite<typeof activationContract.check>>['mutate']

function ask(list: ListState, mutate: Mutate): void {
  const addressList = codesOf(list)
  if (addressList.length === 0) return
  mutate({ body: { addressList } }, { onError: (error) => void (error instanceof Unreachable || showError(error)) })
}

function stateOf(
  list: ListState,
  { isPending, isSuccess, isError }: { isPending: boolean; isSuccess: boolean; isError: boolean },
  isAway: boolean,
): CheckState {
  if (list.step !== 'ready') return 'none'
  if (list.rows.length === 0) return 'checked'
  if (isAway) return 'away'
  if (isError) return 'failed'
  return isPending || !isSuccess ? 'checking' : 'checked'
}

/**
 * The server counts the codes that it was sent; people count the rows of their file. Rows without a code are not sent;
 * what else the device found is the server's to say where it answered.
 */
export function errorsOf(list: ListState, found: readonly CodeCheck[] | undefined): RowError[] {
  if (list.step !== 'ready') return []
  if (!found) return [...list.faults]
  const named = found.flatMap(({ row, problem }) => {
    const place = list.rows[row - 1]
    return place ? [{ ...place, problem }] : []
  })
  const blank = list.faults.filter(({ problem }) => problem === 'blank')
  return [...blank, ...named].sort((a, b) => a.row - b.row)
}
