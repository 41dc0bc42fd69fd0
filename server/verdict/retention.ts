import { and, eq, inArray, lt } from 'drizzle-orm'
import { type RetentionRule, removalBatch } from '#server/core/jobs/retention-rule.ts'
import { verdictCase } from './table.ts'

/** A brand's decision outlives its case: it is in `code_mark`. Photos of reports are deleted by the cleanup of files. */
export const caseRetentionRule: RetentionRule = {
  kind: 'cases',
  tables: ['verdict_case'],
  async remove({ db }, before) {
    const removed = await db.system(async (tx) => {
      const old = tx
        .select({ id: verdictCase.id })
        .from(verdictCase)
        .where(and(eq(verdictCase.state, 'closed'), lt(verdictCase.updatedAt, before)))
        .orderBy(verdictCase.updatedAt)
        .limit(removalBatch)
      return tx.delete(verdictCase).where(inArray(verdictCase.id, old))
    })
    return { removed: removed.rowCount ?? 0, hasMore: removed.rowCount === removalBatch }
  },
}
