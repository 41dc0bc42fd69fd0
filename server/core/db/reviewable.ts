import type { ReviewStatus } from '#shared/review/status.ts'
import type { Tx } from './database.ts'

/** How something stands with the administrators. */
export type ReviewState = { status: ReviewStatus; verifiedBy: string | null; note: string | null }
export type ReviewSubject = ReviewState & { merchantId: string; name: string }

/** Something that administrators decide on: how its domain reads and writes where it stands. */
export type Reviewable = {
  /** Locks it until the transaction ends. */
  lock(tx: Tx, id: string): Promise<ReviewSubject | undefined>
  set(tx: Tx, id: string, standing: ReviewState): Promise<void>
}
