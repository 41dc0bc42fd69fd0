import { instant } from '#server/core/db/columns.ts'
import { bigint, pgTable, text } from '#server/core/drizzle/pg-core.ts'
import type { RetentionKind } from '#shared/core/retention-kind.ts'

/** The last cleanup of each kind of data. */
export const retentionRun = pgTable('retention_run', {
  kind: text().$type<RetentionKind>().primaryKey(),
  /** Everything before this time was deleted. */
  cutoff: instant().notNull(),
  at: instant().notNull(),
  removed: bigint({ mode: 'number' }).notNull(),
})
