import { createHash } from 'node:crypto'
import { epochMs } from '#server/anchoring/jobs/epoch.ts'
import { roundMs } from '#server/anchoring/jobs/round.ts'
import type { Reader } from '#server/anchoring/service.ts'
import { anchorAlert, anchorChain, anchorCommitment } from '#server/anchoring/table.ts'
import { and, desc, eq, isNull } from '#server/core/drizzle/orm.ts'
import { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { omit } from '#shared/core/omit.ts'
import { fundingOf, type GatherTimes } from './funding.ts'
import { type PendingAnchors, pendingAnchors } from './pending.ts'
import { switchOffer } from './switch-network.ts'
import { pendingTransactions } from './transactions.ts'

/** The worker reports every 10 s, and after a failure at least every 5 minutes. */
const silentMs = 11 * 60_000

/**
 * Everything that an administrator sees of a chain, from the database alone: it needs no node and no key.
 *
 * @param published the public keys of the chain that the log has published, the oldest first
 */
export async function chainView(
  db: Reader,
  config: GatherTimes,
  chain: ChainId,
  published: readonly string[],
): Promise<ChainView> {
  const [row] = await db.select().from(anchorChain).where(eq(anchorChain.chain, chain))
  const report = ChainReport.safeParse(row?.report).data ?? null
  const pending = await pendingAnchors(db, chain)
  const alerts = await db
    .select()
    .from(anchorAlert)
    .where(and(eq(anchorAlert.chain, chain), isNull(anchorAlert.endedAt)))
    .orderBy(anchorAlert.since, anchorAlert.kind)
  const { oldestAt, ...counts } = omit(pending, 'left')
  return {
    chain,
    report,
    reportedAt: row?.reportedAt?.toISOString() ?? null,
    isSilent: !row?.reportedAt || Date.now() - row.reportedAt.getTime() > silentMs,
    alerts: alerts.map(({ kind, detail, since }) => ({ kind, detail, since: since.toISOString() })),
    pending: { ...counts, oldestAt: oldestAt?.toISOString() ?? null },
    nextAt: (await nextAt(db, config, { chain, report, pending }))?.toISOString() ?? null,
    funding: await fundingOf(db, config, chain, report),
    transactions: await pendingTransactions(db, chain),
    keys: keysOf(report, published),
    offer: await switchOffer(db, chain, report),
  }
}

/** When the roots that wait are gathered: some time after the last epoch, or after the first root of a round. */
async function nextAt(
  db: Reader,
  config: GatherTimes,
  { chain, report, pending }: { chain: ChainId; report: ChainReport | null; pending: PendingAnchors },
): Promise<Date | undefined> {
  const { waiting, oldestAt } = pending
  if (waiting === 0 || !oldestAt) return undefined
  if (chain === 'catapult') return new Date(oldestAt.getTime() + roundMs(config, report?.network ?? undefined))
  const [last] = await db
    .select({ at: anchorCommitment.createdAt })
    .from(anchorCommitment)
    .where(eq(anchorCommitment.kind, 'epoch'))
    .orderBy(desc(anchorCommitment.createdAt))
    .limit(1)
  const earliest = last ? last.at.getTime() + epochMs(config, report?.network ?? '') : 0
  return new Date(Math.max(earliest, oldestAt.getTime()))
}

/**
 * The present key, those that the signer still has, and those that were used before. People compare fingerprints: the first 16
 * bytes of SHA-256 of the public key.
 */
function keysOf(report: ChainReport | null, published: readonly string[]): ChainView['keys'] {
  const held = [...(report?.key ? [report.key] : []), ...(report?.formerKeys ?? [])]
  const earlier = published.filter((key) => !held.includes(key)).toReversed()
  return [...held, ...earlier].map((key) => ({
    fingerprint: fingerprintOf(key),
    isCurrent: key === report?.key,
    isHeld: held.includes(key),
  }))
}

const fingerprintOf = (hexKey: string): string =>
  createHash('sha256').update(hexKey, 'hex').digest('hex').slice(0, 32).match(/.{4}/g)!.join(' ')
