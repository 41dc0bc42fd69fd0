import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/core/db/database.ts'
import type { LoopName } from './worker.ts'

const openJobs = (chain: string) =>
  sql`exists (select from anchor_job where chain = ${chain} and state in ('QUEUED', 'SENT', 'MINED'))`
const batches = sql`exists (select from anchor_commitment where kind in ('batch', 'file') and parent_id is null)`
const rounds = sql`exists (select from anchor_commitment where kind = 'round' and parent_id is null)`

const conditions: Record<LoopName, SQL> = {
  rounds: batches,
  catapult: openJobs('catapult'),
  bitcoin: sql`${openJobs('bitcoin')} or ${rounds} or ${batches}`,
}

/**
 * Whether a loop of anchoring may have work. One statement that reads partial indexes only. It is also true for roots that are
 * not anchored at present, such as those of demo data on a public network.
 */
export async function hasWaitingWork(read: Database['read'], loop: LoopName): Promise<boolean> {
  const { rows } = await read.execute(sql`select where ${conditions[loop]}`)
  return rows.length > 0
}
