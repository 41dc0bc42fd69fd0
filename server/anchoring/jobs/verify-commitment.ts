import { buildTree, leafHash } from '#server/anchoring/proof/merkle.ts'
import { anchorCommitment } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import { hashBytes } from '#shared/anchoring/merkle.ts'
import { ProofMismatchError } from './blocked.ts'

/**
 * The last check before a root becomes final: the stored tree follows from its leaves and ends in the root, and the roots
 * of its batches or rounds are its leaves.
 */
export async function verifyCommitment(tx: Tx, commitmentId: string): Promise<void> {
  const [stored] = await tx
    .select({
      kind: anchorCommitment.kind,
      root: anchorCommitment.root,
      size: anchorCommitment.size,
      levels: anchorCommitment.levels,
    })
    .from(anchorCommitment)
    .where(eq(anchorCommitment.id, commitmentId))
  const { kind, root, size, levels } = stored!
  const leaves = levels.subarray(0, size * hashBytes)
  const tree = leaves.length === size * hashBytes ? buildTree(leaves) : undefined
  if (!tree?.levels.equals(levels) || !tree.root.equals(root)) {
    throw new ProofMismatchError(`The stored tree of commitment ${commitmentId} does not end in its root.`)
  }
  if (kind === 'batch' || kind === 'file') return
  const children = await tx
    .select({ id: anchorCommitment.id, root: anchorCommitment.root, index: anchorCommitment.parentIdx })
    .from(anchorCommitment)
    .where(eq(anchorCommitment.parentId, commitmentId))
  for (const { id, root: entry, index } of children) {
    if (!leaves.subarray(index! * hashBytes, (index! + 1) * hashBytes).equals(leafHash(entry))) {
      throw new ProofMismatchError(`The root of ${id} is not a leaf of the tree ${commitmentId}.`)
    }
  }
}
