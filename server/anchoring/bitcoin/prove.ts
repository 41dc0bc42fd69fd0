import { Block } from 'bitcoinjs-lib'
import { type OnBlocked, ProofMismatchError } from '#server/anchoring/jobs/blocked.ts'
import {
  dueJobs,
  type InTransaction,
  type OpenJob,
  runOrPostpone,
  updateJob,
} from '#server/anchoring/jobs/job-store.ts'
import { verifyCommitment } from '#server/anchoring/jobs/verify-commitment.ts'
import { anchorCommitment } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import { isEqualBytes } from '#shared/core/bytes.ts'
import { readTimestamp } from '#shared/transparency/ots/read-ots.ts'
import type { BitcoinRpc } from './rpc.ts'

const MAX_JOBS = 20

/**
 * Marks epochs as final when their block is deep enough and every proof of their batches was checked against its
 * header.
 */
export async function finalizeBitcoin(
  run: InTransaction,
  rpc: BitcoinRpc,
  deepest: number,
  report: OnBlocked,
): Promise<void> {
  const mined = await run((tx) => dueJobs(tx, 'bitcoin', ['MINED'], MAX_JOBS, deepest))
  for (const job of mined) {
    await runOrPostpone(run, job, report, async () => {
      const merkleRoot = await headerRoot(rpc, job)
      await run(async (tx) => {
        await verifyCommitment(tx, job.commitmentId)
        await checkSuffixes(tx, job, merkleRoot)
        await updateJob(tx, job.id, { state: 'FINAL', error: null })
      })
    })
  }
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
