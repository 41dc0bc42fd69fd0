import type { Database } from '#server/core/db/database.ts'
import { countAllScans, resetSums } from './sums/count-scans.ts'

/** Deletes the sums of all months whose scans are stored, and computes them again. */
export async function rebuildSums(db: Pick<Database, 'system'>): Promise<void> {
  await resetSums(db)
  await countAllScans(db)
}
