import type { ReviewStatus } from '#shared/review/status.ts'
import type { Tx } from './database.ts'

/** The state of the review of a record. */
type ReviewState = { status: ReviewStatus; verifiedBy: string | null; note: string | null }
/** `title`: what notifications call it, if not by its name. */
export type ReviewSubject = ReviewState & { merchantId: string; name: string; title?: string }

/** A record that administrators review: its domain reads and writes the state of the review. */
export type Reviewable = {
  /** Locks the record until the transaction ends. */
  lock(tx: Tx, id: string): Promise<ReviewSubject | undefined>
  set(tx: Tx, id: string, state: ReviewState): Promise<void>
}
