import type { Database } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { reportedOf } from './query/journey.ts'

/** What a partner has reported about a code. `step` is a URI; empty without one. */
export type ReportedStep = { step: string; at: string; by: string }

/** Of one code. */
const mostSteps = 20

/** What partners have reported about codes, the newest first, without what was hidden or declared an error. */
export async function reportedSteps(
  read: Database['read'],
  addresses: readonly string[],
): Promise<Map<string, ReportedStep[]>> {
  const { rows } = await read.execute<{ address: string; step: string; at: Date | string; by: string }>(sql`
    select address, step, at, by from (
      select r.address, e.biz_step as step, e.event_time as at, e.reporter as by,
        row_number() over (partition by r.address order by e.event_time desc, e.id) as n
      from (${reportedOf(uuidArray(addresses))}) r join epcis_captured e on e.id = r.event_id
      join code c on c.address = r.address and c.merchant_id = e.merchant_id
      where e.removed_at is null and e.error_at is null) ranked
    where n <= ${mostSteps} order by address, at desc`)
  const found = Map.groupBy(rows, ({ address }) => address)
  return new Map(
    [...found].map(([address, steps]) => [
      address,
      steps.map(({ step, at, by }) => ({ step, by, at: new Date(at).toISOString() })),
    ]),
  )
}
