import { Block } from 'bitcoinjs-lib'
import { eq } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import { hold, jobsIn, type OpenJob, updateJob } from './attempts.ts'
import type { BitcoinRpc } from './bitcoin-rpc.ts'
import { checkTree } from './commitment-check.ts'
import { ProofMismatch, type Report } from './held.ts'
import { attestationsOf, OtsError } from './ots.ts'
import { parseTimestamp } from './ots-parse.ts'
import { anchorCommitment } from './table.ts'

const AT_ONCE = 20

/** Calls epochs final whose block is deep enough, once every proof below them was led to that block's header again. */
export async function settleBitcoin(tx: Tx, rpc: BitcoinRpc, deepest: number, report: Report): Promise<void> {
  const mined = await jobsIn(tx, 'bitcoin', ['MINED'], AT_ONCE, deepest)
  for (const job of mined) {
    await hold(tx, job, report, async () => {
      await checkTree(tx, job.commitmentId)
      await checkSuffixes(tx, job, await headerRoot(rpc, job))
      await updateJob(tx, job.id, { state: 'FINAL', error: null })
    })
  }
}

/** The Merkle root of the block, from a header that has the hash the job was mined under. */
async function headerRoot(rpc: BitcoinRpc, { blockHash, height }: OpenJob): Promise<Uint8Array> {
  const header = Block.fromHex(await rpc.call<string>('getblockheader', blockHash, false))
  if (header.getId() !== blockHash) {
    throw new ProofMismatch(`The header that the node shows for block ${blockHash} at ${height} is another one's.`)
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
    if (!suffix || !leadsTo(merkleRoot, height!, suffix, root)) {
      throw new ProofMismatch(`The stored proof of batch ${id} does not lead to the header of block ${blockHash}.`)
    }
  }
}

function leadsTo(merkleRoot: Uint8Array, height: number, suffix: Uint8Array, root: Uint8Array): boolean {
  try {
    return [...attestationsOf(parseTimestamp(suffix, root))].some(
      ({ message, attestation }) =>
        attestation.kind === 'bitcoin' && attestation.height === height && Buffer.from(merkleRoot).equals(message),
    )
  } catch (error) {
    if (error instanceof OtsError) return false
    throw error
  }
}
