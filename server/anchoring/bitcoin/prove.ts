import { Block } from 'bitcoinjs-lib'
import { ProofMismatchError } from '#server/anchoring/jobs/blocked.ts'
import type { OpenJob } from '#server/anchoring/jobs/job-store.ts'
import { anchorCommitment } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import { isEqualBytes } from '#shared/core/bytes.ts'
import { readTimestamp } from '#shared/transparency/ots/read-ots.ts'
import type { BitcoinRpc } from './rpc.ts'

/** Reads the header of the block of an epoch, and returns the check that every stored proof of its rounds leads to it. */
export async function proveByHeader(rpc: BitcoinRpc, job: OpenJob): Promise<(tx: Tx) => Promise<void>> {
  const merkleRoot = await headerRoot(rpc, job)
  return (tx) => checkSuffixes(tx, job, merkleRoot)
}

/** Returns the Merkle root of the block, from a header whose hash is the one that the job was mined in. */
async function headerRoot(rpc: BitcoinRpc, { blockHash, height }: OpenJob): Promise<Uint8Array> {
  const header = Block.fromHex(await rpc.call<string>('getblockheader', blockHash, false))
  if (header.getId() !== blockHash) {
    throw new ProofMismatchError(
      `The header that the node shows for block ${blockHash} at ${height} has a different hash.`,
    )
  }
  return header.merkleRoot!
}

async function checkSuffixes(
  tx: Tx,
  { commitmentId, blockHash, height }: OpenJob,
  merkleRoot: Uint8Array,
): Promise<void> {
  const batches = await tx
    .select({ id: anchorCommitment.id, root: anchorCommitment.root, suffix: anchorCommitment.suffix })
    .from(anchorCommitment)
    .where(eq(anchorCommitment.parentId, commitmentId))
  for (const { id, root, suffix } of batches) {
    const end = suffix && readTimestamp(suffix, root).attestations[0]
    if (!end || end.height !== height || !isEqualBytes(end.message, merkleRoot)) {
      throw new ProofMismatchError(`The stored proof of batch ${id} does not lead to the header of block ${blockHash}.`)
    }
  }
}
