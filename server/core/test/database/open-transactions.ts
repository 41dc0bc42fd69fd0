import { vi } from 'vitest'
import type { TestApp } from '#server/core/test/harness.ts'

/** Counts the open transactions of the application whenever it stores a file. The result lists the counts. */
export function countTransactionsWhileStoring({ services, database }: TestApp): number[] {
  const counts: number[] = []
  const { put } = services.files
  vi.spyOn(services.files, 'put').mockImplementation(async (content, options) => {
    const { rows } = await database.query(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and application_name = 'assay' and state like 'idle in transaction%'`,
    )
    counts.push(rows[0].open)
    return put(content, options)
  })
  return counts
}
