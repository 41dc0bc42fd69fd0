import { useEffect, useMemo } from 'react'
import { type RowError, unsendableProblems } from '#client/codes/bad-rows.ts'
import { codesOf, type ListState } from '#client/codes/use-code-list.ts'
import { showError } from '#client/core/http/errors.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { activationContract, type CodeCheck } from '#shared/activation/contract.ts'

/** `unreachable`: the server cannot be reached, so it checks the list when the list is sent. */
type ListCheckState = 'none' | 'checking' | 'checked' | 'unreachable' | 'failed'
export type ListCheck = { state: ListCheckState; errors: RowError[]; recheck: () => void }

/**
 * The server's check of each row before the list is sent. Runs when the list changes and when the server is reachable
 * again.
 */
export function useListCheck(list: ListState): ListCheck {
  const check = useWrite(activationContract.check, { quiet: true })
  const { mutate, reset } = check
  const again = () => requestCheck(list, mutate)
  useEffect(() => {
    reset()
    requestCheck(list, mutate)
  }, [list, mutate, reset])

  const isUnreachable = check.error instanceof NetworkError
  useEffect(() => {
    if (!isUnreachable) return
    const retry = () => requestCheck(list, mutate)
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isUnreachable, list, mutate])

  const found = check.data?.errors
  const errors = useMemo(() => rowErrorsOf(list, found), [list, found])
  return { state: stateOf(list, check, isUnreachable), errors, recheck: again }
}

type Mutate = ReturnType<typeof useWrite<typeof activationContract.check>>['mutate']

function requestCheck(list: ListState, mutate: Mutate): void {
  const addressList = codesOf(list)
  if (addressList.length === 0) return
  mutate({ body: { addressList } }, { onError: (error) => void (error instanceof NetworkError || showError(error)) })
}

function stateOf(
  list: ListState,
  { isPending, isSuccess, isError }: { isPending: boolean; isSuccess: boolean; isError: boolean },
  isUnreachable: boolean,
): ListCheckState {
  if (list.step !== 'ready') return 'none'
  if (list.rows.length === 0) return 'checked'
  if (isUnreachable) return 'unreachable'
  if (isError) return 'failed'
  return isPending || !isSuccess ? 'checking' : 'checked'
}

/**
 * Maps the server's row numbers to the rows of the file: rows without a code and damaged rows are not sent. The server's result replaces
 * the device's for the rows that the server checked.
 */
function rowErrorsOf(list: ListState, found: readonly CodeCheck[] | undefined): RowError[] {
  if (list.step !== 'ready') return []
  if (!found) return [...list.faults]
  const named = found.flatMap(({ row, problem }) => {
    const listRow = list.rows[row - 1]
    return listRow ? [{ ...listRow, problem }] : []
  })
  const unsendable = list.faults.filter(({ problem }) => unsendableProblems.some((known) => known === problem))
  return [...unsendable, ...named].sort((a, b) => a.row - b.row)
}
