import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { anchorableBatchCondition } from './demo-data.ts'
import { commitChildren, findChildren, joinUnsigned, lockUnsigned, maxChildren, tryLockGathering } from './gather.ts'

/** Waiting codes that close a round at once. */
const fullCodes = 10_000

/** On a public network a round costs a fee. On a local network it closes as soon as a batch waits. */
export function roundMs({ catapultEpochSeconds }: Pick<Config, 'catapultEpochSeconds'>, network?: string): number {
  return network === 'local' ? 0 : catapultEpochSeconds * 1000
}

/** Batches and files without a round. */
export const waitingForRoundCondition = sql`c.kind in ('batch', 'file') and c.parent_id is null
  and ${anchorableBatchCondition}`

const rounds = { kind: 'round', chain: 'catapult' } as const

/**
 * Builds a tree of the roots of all batches and files that wait, when the oldest has waited long enough or many codes wait. Its root
 * is anchored on Catapult: one transfer for any number of batches. Needs no node: rounds also close while all nodes are
 * away, and Bitcoin anchors them meanwhile. Rounds that are not signed yet, for example while a budget is used up, are joined, so
 * that they cost one transfer later. A round in an epoch stays, because the epoch contains its root.
 *
 * @param everyMs how long a batch waits for others; 0 closes a round at once
 */
export async function closeRound(tx: Tx, everyMs: number): Promise<boolean> {
  if (!(await tryLockGathering(tx))) return false
  const { rows } = await tx.execute<{ codes: number; age: number | null }>(sql`
    select coalesce(sum(c.size), 0)::float8 as codes, (extract(epoch from now() - min(c.created_at)) * 1000)::float8 as age
    from anchor_commitment c where ${waitingForRoundCondition}`)
  const { codes, age } = rows[0]!
  const isDue = age !== null && (age >= everyMs || codes >= fullCodes)
  const unsigned = await lockUnsigned(tx, rounds)
  if (!isDue && unsigned.length < 2) return false
  const batches = isDue
    ? await findChildren(tx, sql`${waitingForRoundCondition} order by c.created_at, c.id limit ${maxChildren}`)
    : []
  if (unsigned.length === 0) await commitChildren(tx, rounds, batches)
  else await joinUnsigned(tx, rounds, unsigned, batches)
  return true
}
