import { and, eq, inArray, isNull, lt, ne, or, sql } from '#server/core/drizzle/orm.ts'
import { type RetentionRule, removalBatch } from '#server/core/jobs/retention-rule.ts'
import { verdictCase } from './table.ts'

/** The page of the rules says how many warnings of the last 12 months were mistakes. */
const yearAgo = sql`now() - interval '12 months'`

/**
 * Deletes mistakes after a year at least, and reports unless they found a copy. After any other decision the warning stays, and its case says so:
 * without it, the next scan would open a new one, and nobody could take back the mark of a copy. Photos of reports are
 * deleted by the cleanup of files.
 */
export const caseRetentionRule: RetentionRule = {
  kind: 'cases',
  tables: ['verdict_case'],
  async remove({ db }, before) {
    const removed = await db.system(async (tx) => {
      const old = tx
        .select({ id: verdictCase.id })
        .from(verdictCase)
        .where(
          and(
            ...[eq(verdictCase.state, 'closed'), lt(verdictCase.updatedAt, before)],
            or(
              and(eq(verdictCase.reason, 'mistake'), lt(verdictCase.updatedAt, yearAgo)),
              and(isNull(verdictCase.rule), ne(verdictCase.reason, 'copy')),
            ),
          ),
        )
        .orderBy(verdictCase.updatedAt)
        .limit(removalBatch)
      return tx.delete(verdictCase).where(inArray(verdictCase.id, old))
    })
    return { removed: removed.rowCount ?? 0, hasMore: removed.rowCount === removalBatch }
  },
}
