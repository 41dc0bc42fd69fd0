import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { WarningOutcomes } from '#shared/verdict/calibration/contract.ts'

/** Decided cases that are counted at most: their share is as good as that of more, and reading them takes a moment. */
const countedCases = 1000

/** The codes whose warning the brand closed in the last 12 months. A code that was found copied is no honest one. */
export async function readOutcomes(tx: Tx, merchantId: string): Promise<WarningOutcomes> {
  const { rows } = await tx.execute<WarningOutcomes>(sql`
    with decided as (
      select address, reason from verdict_case
      where merchant_id = ${merchantId} and state = 'closed' and rule in ('visitors', 'travel', 'market') and reason <> 'other'
        and updated_at > now() - interval '12 months'
      order by updated_at desc limit ${countedCases}
    ), codes as (select bool_or(reason = 'copy') as is_copied from decided group by address)
    select count(*) filter (where is_copied)::int as copies, count(*) filter (where not is_copied)::int as honest from codes`)
  return rows[0]!
}
