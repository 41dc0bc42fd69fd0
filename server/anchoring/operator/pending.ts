import { waitingForEpochCondition } from '#server/anchoring/jobs/epoch.ts'
import { waitingForRoundCondition } from '#server/anchoring/jobs/round.ts'
import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import type { Reader } from '#server/anchoring/service.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

export type PendingAnchors = {
  /** Roots that belong to no round or epoch yet. */
  waiting: number
  queued: number
  sent: number
  mined: number
  /** Anchors on an earlier network that are not final. */
  left: number
  oldestAt: Date | null
}

/** The open anchors and roots of a chain. These are few rows. */
export async function pendingAnchors(db: Reader, chain: ChainId): Promise<PendingAnchors> {
  type Row = Omit<PendingAnchors, 'oldestAt'> & { oldest: string | null } & Record<string, unknown>
  const waits = chain === 'catapult' ? waitingForRoundCondition : waitingForEpochCondition
  const { rows } = await db.execute<Row>(sql`
    with waiting as (select count(*)::int as n, min(c.created_at) as oldest from anchor_commitment c where ${waits}),
    open as (
      select state, created_at, ${acceptedNetworkCondition('j')} as here from anchor_job j
      where chain = ${chain} and state in ('QUEUED', 'SENT', 'MINED'))
    select waiting.n as waiting, count(*) filter (where here and state = 'QUEUED')::int as queued,
      count(*) filter (where here and state = 'SENT')::int as sent, count(*) filter (where here and state = 'MINED')::int as mined,
      count(*) filter (where not here)::int as left,
      extract(epoch from least(waiting.oldest, min(open.created_at) filter (where here))) * 1000 as oldest
    from waiting left join open on true group by waiting.n, waiting.oldest`)
  const { oldest, ...counts } = rows[0]!
  return { ...counts, oldestAt: oldest === null ? null : new Date(Number(oldest)) }
}
