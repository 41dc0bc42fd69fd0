import type { Reader } from '#server/anchoring/service.ts'
import type { Config } from '#server/core/config.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

export type GatherTimes = Pick<Config, 'bitcoinEpochSeconds' | 'catapultEpochSeconds'>

const countedDays = 30
const daySeconds = 86_400
/** Seconds between two blocks: more transactions are not made even without an interval of the configuration. */
const blockSeconds: Record<ChainId, number> = { bitcoin: 600, catapult: 30 }
/** An installation that has anchored for fewer days is expected to use its interval. */
const knownAfterDays = 7
/** One that has anchored nothing for a month is expected to continue. */
const leastPerDay = 1

/**
 * How many transactions a day are made, and how long the balance lasts at the present fee. Transactions that were replaced count
 * once. Before a week of anchors is known: as many as the configuration allows.
 */
export async function fundingOf(
  db: Reader,
  config: GatherTimes,
  chain: ChainId,
  report: ChainReport | null,
): Promise<ChainView['funding']> {
  const kind = chain === 'catapult' ? 'round' : 'epoch'
  const { rows } = await db.execute<{ per_day: number | null; is_known: boolean | null }>(sql`
    select count(*)::float8 / greatest(1, extract(epoch from now() - min(created_at)) / ${daySeconds}::int) as per_day,
      exists (select from anchor_commitment where kind = ${kind}
        and created_at < now() - make_interval(days => ${knownAfterDays})) as is_known
    from anchor_commitment where kind = ${kind} and created_at > now() - make_interval(days => ${countedDays})`)
  const { per_day, is_known } = rows[0]!
  const isMeasured = is_known === true
  const perDay = isMeasured ? Math.max(leastPerDay, Number(per_day ?? 0)) : mostPerDay(config, chain)
  const cost = Number(report?.fee ?? 0) * perDay
  const isKnown = report?.balance != null && cost > 0
  return { perDay, isMeasured, days: isKnown ? Math.floor(Number(report.balance) / cost) : null }
}

function mostPerDay({ bitcoinEpochSeconds, catapultEpochSeconds }: GatherTimes, chain: ChainId): number {
  const seconds = chain === 'bitcoin' ? bitcoinEpochSeconds : catapultEpochSeconds
  return daySeconds / Math.max(seconds, blockSeconds[chain])
}
