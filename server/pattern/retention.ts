import { and, eq, inArray, isNull, lt } from '#server/core/drizzle/orm.ts'
import { type RetentionRule, removalBatch } from '#server/core/jobs/retention-rule.ts'
import { patternCase } from './table.ts'

/** Deletes closed cases. One whose marks are set stays, because only it can take them back. */
export const patternRetentionRule: RetentionRule = {
  kind: 'cases',
  tables: ['pattern_case', 'pattern_block'],
  async remove({ db }, before) {
    const removed = await db.system(async (tx) => {
      const old = tx
        .select({ id: patternCase.id })
        .from(patternCase)
        .where(and(eq(patternCase.state, 'closed'), lt(patternCase.updatedAt, before), isNull(patternCase.markedAt)))
        .orderBy(patternCase.updatedAt)
        .limit(removalBatch)
      return tx.delete(patternCase).where(inArray(patternCase.id, old))
    })
    return { removed: removed.rowCount ?? 0, hasMore: removed.rowCount === removalBatch }
  },
}
