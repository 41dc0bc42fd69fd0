import { sql } from 'drizzle-orm'
import type { Reader } from './service.ts'
import { anchorChain } from './table.ts'

/** What an operator asks about the chains, in lines of text: from the database only, so it needs no node and no key. */
export async function chainStatus(db: Reader): Promise<string[]> {
  const reports = await db.select().from(anchorChain)
  const { rows: open } = await db.execute<{ chain: string; state: string; jobs: number; oldest: number }>(sql`
    select chain, state, count(*)::int as jobs, extract(epoch from now() - min(created_at))::int as oldest
    from anchor_job where state in ('QUEUED', 'SENT', 'MINED') group by chain, state order by chain, state`)
  const { rows: waiting } = await db.execute<{ batches: number }>(
    sql`select count(*)::int as batches from anchor_commitment where kind in ('batch', 'file') and parent_id is null`,
  )
  if (reports.length === 0) return ['The worker has not reported a chain yet: is it running?']
  return [
    ...reports.flatMap(({ chain, report, reportedAt }) => {
      if (!report) return []
      const { network, address, balance, height, fees, problem } = report
      return [
        `${chain} on ${network ?? 'an unknown network'}, as of ${reportedAt?.toISOString()}`,
        `  address  ${address ?? 'unknown'}`,
        `  balance  ${balance ?? 'unknown'}`,
        `  height   ${height ?? 'unknown'}`,
        ...(fees
          ? [
              `  fees     ${fees.day} in 24 hours (limit ${fees.dayLimit}), ${fees.year} in 365 days (limit ${fees.yearLimit})`,
            ]
          : []),
        ...open
          .filter((row) => row.chain === chain)
          .map((row) => `  ${row.state.padEnd(8)} ${row.jobs}, the oldest for ${row.oldest} s`),
        `  problem  ${problem ? `${problem.kind} since ${problem.since}: ${problem.reason}` : 'none'}`,
      ]
    }),
    `Batches and files that wait for a round: ${waiting[0]!.batches}`,
  ]
}
