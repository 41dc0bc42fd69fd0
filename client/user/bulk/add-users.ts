import type { UserInput } from '#shared/user/contract.ts'
import type { ReadyUser } from './check-users.ts'

export type BulkResult = { added: number; failed?: { row: number; message: string } }
type AddUserCalls = {
  add: (input: UserInput) => Promise<unknown>
  /** Whether an error says nothing about whether the server added the user, because its response was lost. */
  isUnanswered: (error: unknown) => boolean
  /** Whether the server has a user with this e-mail address. */
  isKnown: (email: string) => Promise<boolean>
  /** The text for an error of `add`. */
  errorText: (error: unknown) => string
  onAdded: (count: number) => void
  /** Called before each row. */
  isCancelled?: () => boolean
}

/** Adds users in order and stops at the first failure, or when the dialog is closed. Earlier users stay added. */
export async function addUsers(users: readonly ReadyUser[], calls: AddUserCalls): Promise<BulkResult> {
  for (const [added, { row, input }] of users.entries()) {
    if (calls.isCancelled?.()) return { added }
    try {
      await calls.add(input)
    } catch (error) {
      // The user did not exist before: the rows were checked.
      const isAdded = calls.isUnanswered(error) && (await calls.isKnown(input.email).catch(() => false))
      if (!isAdded) return { added, failed: { row: row.row, message: calls.errorText(error) } }
    }
    calls.onAdded(added + 1)
  }
  return { added: users.length }
}
