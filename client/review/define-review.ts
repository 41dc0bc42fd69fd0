import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { refresh } from '#client/core/http/query-client.ts'
import type { Route } from '#shared/core/api/contract.ts'
import type { ReviewKind } from '#shared/review/contract.ts'
import type { ReviewStatus } from '#shared/review/status.ts'

export type RejectionStatus = Exclude<ReviewStatus, 'Pending Approval' | 'Approved'>
type Definition<T, Input> = {
  /** Also the name of the server event that tells of a decision. */
  kind: ReviewKind
  /** The list call that a decision changes. */
  list: Route
  /** Reads what waits for a decision, the oldest first. */
  useWaiting: (limit: number) => UseQueryResult<{ rows: readonly T[]; total: number }>
  /** The call that sends a decision. */
  useDecide: () => UseMutationResult<unknown, Error, Input>
  inputOf: (item: T, status: ReviewStatus, note?: string) => Input
  nameOf: (item: T) => string
  /** What may be decided besides approval. */
  rejections: readonly RejectionStatus[]
}
export type Review<T, Input> = Definition<T, Input> & { refetch: () => void }

/** What the table and the desk need to know of one kind of thing that administrators review. */
export const defineReview = <T extends { id: string }, Input>(review: Definition<T, Input>): Review<T, Input> => ({
  ...review,
  refetch: () => void refresh(review.list),
})
