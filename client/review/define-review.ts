import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { refresh } from '#client/core/http/query-client.ts'
import type { Route } from '#shared/core/api/contract.ts'
import type { ReviewKind } from '#shared/review/contract.ts'
import type { ReviewStatus } from '#shared/review/status.ts'

export type RejectionStatus = Exclude<ReviewStatus, 'Pending Approval' | 'Approved'>
type Definition<T, Input> = {
  /** Also the name of the server event for a decision. */
  kind: ReviewKind
  /** The list call whose result a decision changes. */
  list: Route
  /** The call that lists waiting items, oldest first. */
  useWaiting: (limit: number) => UseQueryResult<{ rows: readonly T[]; total: number }>
  /** The call that sends a decision. */
  useDecide: () => UseMutationResult<unknown, Error, Input>
  inputOf: (item: T, status: ReviewStatus, note?: string) => Input
  nameOf: (item: T) => string
  /** The available decisions besides approval. */
  rejections: readonly RejectionStatus[]
}
export type Review<T, Input> = Definition<T, Input> & { refetch: () => void }

/** The definition of one kind of review for the table and the desk. */
export const defineReview = <T extends { id: string }, Input>(review: Definition<T, Input>): Review<T, Input> => ({
  ...review,
  refetch: () => void refresh(review.list),
})
