import type { OnBlocked } from '#server/anchoring/jobs/blocked.ts'
import {
  addAttempt,
  attemptsOf,
  dueJobs,
  type OpenJob,
  postpone,
  runOrPostpone,
  tryLockKey,
  updateJob,
} from '#server/anchoring/jobs/job-store.ts'
import { verifyCommitment } from '#server/anchoring/jobs/verify-commitment.ts'
import type { Tx } from '#server/core/db/database.ts'

export interface SignedTransfer {
  hash: string
  /** Hex of the signed bytes. */
  payload: string
  fee: bigint
  /** Milliseconds on the clock of the chain. */
  deadline: bigint
}

/**
 * The functions that anchoring needs of a Catapult network. A variant (ProximaX Sirius) would implement this interface.
 */
export interface CatapultChain {
  /** The name that the chips show. */
  network: string
  publicKey: string
  /** Milliseconds between announcements of the same bytes. */
  rebroadcastMs: number
  /** Signs a transfer to the own address whose message contains the root. Throws JobBlocked. Sends nothing. */
  prepare(root: Uint8Array): Promise<SignedTransfer>
  /** The node accepts every announcement. Only confirmedAt shows the result. */
  announce(payload: string): Promise<void>
  /** Returns the height of the block that contains the transaction, if there is one. */
  confirmedAt(hash: string): Promise<number | undefined>
  /** Throws ProofMismatch unless the signed bytes contain the root and the block at this height contains the bytes. */
  prove(signed: Pick<SignedTransfer, 'hash' | 'payload'>, root: Uint8Array, height: number): Promise<void>
  tip(): Promise<{ height: number; finalizedHeight: number; finalizedTimestamp: bigint }>
}

const MAX_JOBS = 20

/** One decision step. Announces only bytes that an earlier step committed. */
export async function stepCatapult(tx: Tx, chain: CatapultChain, report: OnBlocked): Promise<void> {
  if (!(await tryLockKey(tx, 'catapult', chain.publicKey))) return
  // Queried separately, so that jobs that wait for finality never delay the signing of new ones.
  const sentJobs = await dueJobs(tx, 'catapult', ['MINED', 'SENT'], MAX_JOBS)
  const queued = await dueJobs(tx, 'catapult', ['QUEUED'], MAX_JOBS)
  if (sentJobs.length + queued.length === 0) return
  const tip = await chain.tip()
  for (const job of sentJobs) await runOrPostpone(tx, job, report, () => observe(tx, chain, job, tip))
  for (const job of queued) await runOrPostpone(tx, job, report, () => sign(tx, chain, job, tip.height))
}

async function sign(tx: Tx, chain: CatapultChain, job: OpenJob, height: number): Promise<void> {
  const { hash, payload, fee, deadline } = await chain.prepare(job.root)
  await addAttempt(tx, { jobId: job.id, txid: hash, raw: payload, fee, deadline, signedAt: height })
  await updateJob(tx, job.id, { state: 'SENT', network: chain.network, error: null })
}

type Tip = Awaited<ReturnType<CatapultChain['tip']>>

/**
 * Two transfers of one root can both confirm only if the second is signed while the first can still be mined. A new
 * transfer is therefore signed only after a finalized block later than every deadline: a transfer that is not mined by
 * then can never be mined.
 */
async function observe(tx: Tx, chain: CatapultChain, job: OpenJob, tip: Tip): Promise<void> {
  const attempts = await attemptsOf(tx, job.id)
  for (const attempt of attempts) {
    const height = await chain.confirmedAt(attempt.txid)
    if (height === undefined) continue
    const result = { winner: attempt.txid, height, error: null }
    if (height > tip.finalizedHeight) {
      await updateJob(tx, job.id, { state: 'MINED', ...result })
      return postpone(tx, job.id, chain.rebroadcastMs, null)
    }
    await chain.prove({ hash: attempt.txid, payload: attempt.raw }, job.root, height)
    await verifyCommitment(tx, job.commitmentId)
    return updateJob(tx, job.id, { state: 'FINAL', ...result })
  }
  await updateJob(tx, job.id, { state: 'SENT', winner: null, height: null })
  const last = attempts.at(-1)!
  if (attempts.every((attempt) => (attempt.deadline ?? 0n) < tip.finalizedTimestamp)) {
    return sign(tx, chain, job, tip.height)
  }
  await chain.announce(last.raw)
  await postpone(tx, job.id, chain.rebroadcastMs, null)
}
