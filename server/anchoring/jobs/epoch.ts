import { anchorCommitment } from '#server/anchoring/table.ts'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { anchorableRoundCondition } from './demo-data.ts'
import { commitChildren, findChildren, joinUnsigned, lockUnsigned, maxChildren, tryLockGathering } from './gather.ts'

/** On a public network an epoch costs a fee. On a local network it closes as soon as a round waits. */
export function epochMs({ bitcoinEpochSeconds }: Pick<Config, 'bitcoinEpochSeconds'>, network: string): number {
  return network === 'regtest' ? 0 : bitcoinEpochSeconds * 1000
}

const epochs = { kind: 'epoch', chain: 'bitcoin' } as const

/**
 * Builds a tree of the roots that belong to no epoch yet. Its root is anchored on Bitcoin: one transaction for any number
 * of rounds. An epoch that is not signed yet, because of the fee or because no node responds, takes up the roots that
 * arrive meanwhile instead of being followed by another one.
 *
 * @param everyMs shortest time since the last epoch; 0 closes one at once
 */
export async function closeEpoch(tx: Tx, everyMs: number): Promise<boolean> {
  if (!(await tryLockGathering(tx))) return false
  const unsigned = await lockUnsigned(tx, epochs)
  if (unsigned.length === 0 && (await hasRecentEpoch(tx, everyMs))) return false
  const waiting = await findChildren(
    tx,
    sql`${waitingForEpochCondition} order by c.created_at, c.id limit ${maxChildren}`,
  )
  if (waiting.length === 0 && unsigned.length < 2) return false
  if (unsigned.length === 0) await commitChildren(tx, epochs, waiting)
  else await joinUnsigned(tx, epochs, unsigned, waiting)
  return true
}

async function hasRecentEpoch(tx: Tx, everyMs: number): Promise<boolean> {
  const last = await tx
    .select({ id: anchorCommitment.id })
    .from(anchorCommitment)
    .where(
      and(
        eq(anchorCommitment.kind, 'epoch'),
        sql`${anchorCommitment.createdAt} > now() - ${everyMs} * interval '1 millisecond'`,
      ),
    )
    .limit(1)
  return last.length > 0
}

/** Rounds without an epoch. */
export const waitingForEpochCondition = sql`c.kind = 'round' and c.parent_id is null and ${anchorableRoundCondition}`
