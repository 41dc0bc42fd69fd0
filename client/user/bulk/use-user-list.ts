import { useState } from 'react'
import { useIsRemoved } from '#client/core/async/use-is-removed.ts'
import { errorText, showError } from '#client/core/http/errors.ts'
import { call, refresh } from '#client/core/http/query-client.ts'
import { isUnanswered } from '#client/core/http/request.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { type FileReadOptions, readInWorker } from '#client/core/text-file/read-in-worker.ts'
import type { TableNotes, UnreadTable } from '#client/core/text-file/read-table.ts'
import { maxUserChecks, type UserCheck, type UserCheckError, userContract } from '#shared/user/contract.ts'
import { addUsers, type BulkResult } from './add-users.ts'
import { type CheckedUsers, checkUsers, type ReadyUser } from './check-users.ts'
import type { BulkRow, parseUsers } from './read-users.ts'

export type CheckedUserFile = CheckedUsers & {
  step: 'checked'
  file: File
  rows: readonly BulkRow[]
  notes: TableNotes
}
export type UserListState =
  | { step: 'none' }
  | { step: 'rejected'; file: File; rejection: UnreadTable<string> | { kind: 'unreadable' } }
  | { step: 'reading'; name: string }
  | CheckedUserFile
  | { step: 'adding'; total: number; done: number }
  | { step: 'added'; outcome: BulkResult; left: readonly BulkRow[] }

/** State of a file of users: read, checked row by row, added. */
export function useUserList() {
  const t = useText('user')
  const [state, setState] = useState<UserListState>({ step: 'none' })
  const isRemoved = useIsRemoved()

  /** Reads and checks a file, or with `isAsked` offers the ways to read it. */
  const take = async (file: File, options?: FileReadOptions) => {
    setState({ step: 'reading', name: file.name })
    const table = await readUserFile(file, options).catch(() => ({ kind: 'unreadable' as const }))
    if (table.kind !== 'table') {
      setState({ step: 'rejected', file, rejection: table })
      return
    }
    const { rows, notes } = table
    try {
      setState({ step: 'checked', file, rows, notes, ...(await checkUsers(rows, checkOnServer)) })
    } catch (error) {
      showError(error)
      setState({ step: 'none' })
    }
  }

  const add = async ({ ready, rows }: CheckedUserFile) => {
    setState({ step: 'adding', total: ready.length, done: 0 })
    const outcome = await addUsers(ready, {
      add: (body) => call(userContract.add, { body }),
      isUnanswered,
      isKnown: async (email) => {
        const { rows: found } = await call(userContract.list, { query: { search: email, limit: 200 } })
        return found.some((user) => user.email.toLowerCase() === email.toLowerCase())
      },
      errorText,
      onAdded: (done) => setState({ step: 'adding', total: ready.length, done }),
      isCancelled: isRemoved,
    })
    // If the dialog was closed meanwhile, a notification reports the progress.
    if (isRemoved()) notify({ tone: 'info', title: t('addedRows', { count: outcome.added }) })
    setState({ step: 'added', outcome, left: leftOf(rows, ready.slice(0, outcome.added)) })
    await refresh(userContract.list)
  }

  return { state, take, add, clear: () => setState({ step: 'none' }) }
}
export type UserList = ReturnType<typeof useUserList>

/** The errors that the server finds, in parts that one call takes. */
async function checkOnServer(list: readonly UserCheck[]): Promise<UserCheckError[]> {
  const errors: UserCheckError[] = []
  for (let from = 0; from < list.length; from += maxUserChecks) {
    const part = await call(userContract.check, { body: list.slice(from, from + maxUserChecks) })
    errors.push(...part.errors.map((error) => ({ ...error, row: error.row + from })))
  }
  return errors
}

function leftOf(rows: readonly BulkRow[], added: readonly ReadyUser[]): BulkRow[] {
  const done = new Set(added.map(({ row }) => row))
  return rows.filter((row) => !done.has(row))
}

/** Parses a file of users in a worker. */
function readUserFile(file: File, options?: FileReadOptions): Promise<ReturnType<typeof parseUsers>> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, file, options)
}
