import type { ReviewStatus } from '#shared/core/review.ts'
import type { Tx } from './db.ts'

/** How something stands with the administrators. */
export type Standing = { status: ReviewStatus; verifiedBy: string | null; note: string | null }
export type Subject = Standing & { merchantId: string; name: string }

/** Something that administrators decide on: how its domain reads and writes where it stands. */
export type Reviewed = {
  /** Locks it until the transaction ends. */
  lock(tx: Tx, id: string): Promise<Subject | undefined>
  set(tx: Tx, id: string, standing: Standing): Promise<void>
}
