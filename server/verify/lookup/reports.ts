import { LRUCache } from 'lru-cache'
import type { Database } from '#server/core/db/database.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type ReportedStep, reportedSteps } from '#server/epcis/service.ts'

/** Scans of merchants without partners look nothing up. The first report of a partner is visible after at most this time. */
const freshMs = 10_000

/** Returns a function that finds what partners have reported about a code. */
export function createReportLookup({
  read,
}: Pick<Database, 'read'>): (merchantId: string, address: string) => Promise<readonly ReportedStep[]> {
  const known = new LRUCache<string, boolean>({ max: 10_000, ttl: freshMs })
  const load = createMicroBatch<ReportedStep[]>((addresses) => reportedSteps(read, addresses))
  const findReporting = createMicroBatch<boolean>(async (merchants) => {
    const { rows } = await read.execute<{ id: string; has: boolean }>(sql`
      select asked.id, exists (select from epcis_captured c where c.merchant_id = asked.id) as has
      from unnest(${uuidArray(merchants)}) as asked (id)`)
    return new Map(rows.map(({ id, has }) => [id, has]))
  })
  return async (merchantId, address) => {
    let isReported = known.get(merchantId)
    if (isReported === undefined) {
      isReported = (await findReporting(merchantId)) ?? false
      known.set(merchantId, isReported)
    }
    return isReported ? ((await load(address)) ?? []) : []
  }
}
