import { sql } from 'drizzle-orm'
import type { Reader } from '#server/anchoring/service.ts'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

const countedDays = 30
/** An installation that has hardly anchored yet is expected to begin. */
const leastPerDay = 1

/**
 * How many transactions a day are made, and how long the balance lasts at the present fee. Transactions that were replaced count
 * once.
 */
export async function fundingOf(db: Reader, chain: ChainId, report: ChainReport | null): Promise<ChainView['funding']> {
  const kind = chain === 'catapult' ? 'round' : 'epoch'
  const { rows } = await db.execute<{ per_day: number | null }>(sql`
    select count(*)::float8 / greatest(1, extract(epoch from now() - min(created_at)) / 86400) as per_day
    from anchor_commitment where kind = ${kind} and created_at > now() - make_interval(days => ${countedDays})`)
  const perDay = Math.max(leastPerDay, Number(rows[0]?.per_day ?? 0))
  const cost = Number(report?.fee ?? 0) * perDay
  const isKnown = report?.balance != null && cost > 0
  return { perDay, days: isKnown ? Math.floor(Number(report.balance) / cost) : null }
}
