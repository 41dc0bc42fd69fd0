import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { buildTree, leafHash } from '#server/anchoring/proof/merkle.ts'
import { anchorCommitment, anchorJob } from '#server/anchoring/table.ts'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'

/** Roots per epoch; the others wait for the next one. The proof path then has at most 12 steps. */
const MAX_ROOTS = 4096

/** On a public network an epoch costs a fee. On a local network it closes as soon as a batch waits. */
export function epochMs({ bitcoinEpochSeconds }: Pick<Config, 'bitcoinEpochSeconds'>, network: string): number {
  return network === 'regtest' ? 0 : bitcoinEpochSeconds * 1000
}

/**
 * Builds a tree of the batch roots that belong to no epoch yet. Its root is anchored on Bitcoin: one transaction for
 * any number of batches. The advisory lock prevents two workers from adding one batch to two epochs.
 *
 * @param everyMs shortest time since the last epoch; 0 closes one at once
 */
export async function closeEpoch(tx: Tx, everyMs: number): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('anchoring:epoch', 0)) as mine`,
  )
  if (!rows[0]?.mine) return false
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
  if (last.length > 0) return false
  const batches = await tx
    .select({ id: anchorCommitment.id, root: anchorCommitment.root })
    .from(anchorCommitment)
    .where(and(eq(anchorCommitment.kind, 'batch'), isNull(anchorCommitment.parentId)))
    .orderBy(asc(anchorCommitment.createdAt), asc(anchorCommitment.id))
    .limit(MAX_ROOTS)
  if (batches.length === 0) return false

  const { root, levels, size } = buildTree(Buffer.concat(batches.map((batch) => leafHash(batch.root))))
  const [epoch] = await tx
    .insert(anchorCommitment)
    .values({ kind: 'epoch', root, levels, size })
    .returning({ id: anchorCommitment.id })
  const indexes = sql.join(
    batches.map(({ id }, i) => sql`(${id}::uuid, ${i}::int)`),
    sql`, `,
  )
  await tx.execute(
    sql`update anchor_commitment c set parent_id = ${epoch!.id}, parent_idx = place.idx
        from (values ${indexes}) as place(id, idx) where c.id = place.id`,
  )
  await tx.insert(anchorJob).values({ commitmentId: epoch!.id, chain: 'bitcoin' })
  return true
}
