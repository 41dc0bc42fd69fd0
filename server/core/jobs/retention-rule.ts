import type { Services } from '#server/core/services.ts'
import type { RetentionKind } from '#shared/core/retention-kind.ts'

/** How rows of one kind of data are deleted after a number of days, declared by the domain that owns its tables. */
export type RetentionRule = {
  kind: RetentionKind
  /** The tables whose sizes are shown, with their partitions. The name includes the schema if it is not `public`. */
  tables: readonly string[]
  /**
   * Deletes a bounded number of rows from before a time, in a transaction of its own. Idempotent, so that it can run again after a
   * crash at any point.
   *
   * @param failed what this run could not delete so far. The rule leaves it out and continues with other rows.
   * @returns the number of deleted rows, and whether there are more. Absent if another component deletes the rows.
   */
  remove?(services: Services, before: Date, failed: RetentionFailures): Promise<{ removed: number; hasMore: boolean }>
}
/** By the name of a part of the rows, with the reason. */
export type RetentionFailures = Map<string, Error>

/** Rows that one transaction deletes at most. */
export const removalBatch = 5_000
