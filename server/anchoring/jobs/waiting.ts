import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import type { Database } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { waitingForEpochCondition } from './epoch.ts'
import { waitingForRoundCondition } from './round.ts'
import type { LoopName } from './worker.ts'

const hasOpenJob = (chain: ChainId) => sql`exists (select from anchor_job
  where chain = ${chain} and state in ('QUEUED', 'SENT', 'MINED') and ${acceptedNetworkCondition()})`
const hasCommitment = (condition: SQL) => sql`exists (select from anchor_commitment c where ${condition})`

const conditions: Record<LoopName, SQL> = {
  rounds: hasCommitment(waitingForRoundCondition),
  catapult: hasOpenJob('catapult'),
  bitcoin: sql`${hasOpenJob('bitcoin')} or ${hasCommitment(waitingForEpochCondition)}`,
}

/** Whether a loop of anchoring may have work. One statement, which finds its rows by partial indexes. */
export async function hasWaitingWork(read: Database['read'], loop: LoopName): Promise<boolean> {
  const { rows } = await read.execute(sql`select where ${conditions[loop]}`)
  return rows.length > 0
}
