import { eq, sql } from '#server/core/drizzle/orm.ts'
import type { Reviewable } from '#server/review/service.ts'
import { ReviewStatus } from '#shared/review/status.ts'
import { trademark } from './table.ts'

export const reviewedTrademark: Reviewable = {
  kind: 'trademark',
  async lock(tx, id) {
    const [row] = await tx.select().from(trademark).where(eq(trademark.id, id)).for('update')
    if (!row) return undefined
    const { merchantId, registrationName: name, verifiedBy, reviewNote: note } = row
    return { merchantId, name, status: ReviewStatus.parse(row.status), verifiedBy, note }
  },
  async set(tx, id, { status, verifiedBy, note }) {
    await tx
      .update(trademark)
      .set({ status, verifiedBy, reviewNote: note, updatedAt: sql`now()` })
      .where(eq(trademark.id, id))
  },
}
