import type { Tx } from '#server/core/db/database.ts'
import type { Domain } from '#server/domain.ts'
import type { ReviewKind } from '#shared/review/contract.ts'
import type { ReviewStatus } from '#shared/review/status.ts'

/** The state of the review of a record. */
type ReviewState = { status: ReviewStatus; verifiedBy: string | null; note: string | null }
/** `title`: what notifications call it, if not by its name. */
export type ReviewSubject = ReviewState & { merchantId: string; name: string; title?: string }

/** Records that administrators review: their domain reads and writes the state of the review, and declares them in `reviewed`. */
export type Reviewable = {
  kind: ReviewKind
  /** Locks the record until the transaction ends. */
  lock(tx: Tx, id: string): Promise<ReviewSubject | undefined>
  set(tx: Tx, id: string, state: ReviewState): Promise<void>
}

export function reviewableOf(all: readonly Domain[], kind: ReviewKind): Reviewable {
  const found = all.map(({ reviewed }) => reviewed).find((reviewed) => reviewed?.kind === kind)
  if (!found) throw new Error(`No domain declares the documents of the kind ${kind}`)
  return found
}
