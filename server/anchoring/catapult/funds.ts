import { anchorProblemOf, JobBlockedError, NoFundsError, type OnBlocked } from '#server/anchoring/jobs/blocked.ts'
import {
  addAttempts,
  dueJobs,
  type InTransaction,
  type JobChange,
  lockUnchanged,
  updateJobs,
} from '#server/anchoring/jobs/job-store.ts'
import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import type { anchorAttempt } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { CatapultChain } from './chain.ts'

/** Transfers that are signed together. */
const BATCH = 100

/**
 * Signs waiting transfers, as many as the account can pay in addition to those that are not mined yet. Returns whether
 * more may wait.
 */
export async function signTransfers(run: InTransaction, chain: CatapultChain, report: OnBlocked): Promise<boolean> {
  if (!(await run((tx) => dueJobs(tx, 'catapult', ['QUEUED'], 1)))[0]) return false
  const { height } = await chain.tip()
  const { balance, fee, feeMultiplier } = await chain.funds()
  // Read after the calls to the node, because rounds that wait can be joined meanwhile.
  const { jobs, unconfirmed } = await run(async (tx) => ({
    jobs: await dueJobs(tx, 'catapult', ['QUEUED'], BATCH),
    unconfirmed: await unconfirmedFees(tx),
  }))
  let available = balance - unconfirmed
  const attempts: (typeof anchorAttempt.$inferInsert)[] = []
  const changes: JobChange[] = []
  let blocked: JobBlockedError | undefined
  for (const job of jobs) {
    try {
      // The reason that blocks one transfer blocks all others: money, the signer, or a limit of fees.
      if (blocked) throw blocked
      if (available < fee) throw noFunds(chain, balance, fee)
      const { hash, payload, fee: paid, deadline } = await chain.prepare(job.root, feeMultiplier)
      available -= paid
      attempts.push({ jobId: job.id, txid: hash, raw: payload, fee: paid, deadline, signedAt: height })
      changes.push({ id: job.id, state: 'SENT', network: chain.network })
    } catch (error) {
      if (!(error instanceof JobBlockedError)) throw error
      if (!blocked) report(anchorProblemOf(error))
      blocked = error
      changes.push({ id: job.id, state: 'QUEUED', error: error.message, delayMs: error.retryMs })
    }
  }
  await run(async (tx) => {
    // A transfer whose round has taken up more batches is never announced: the next step signs the present root.
    const unchanged = await lockUnchanged(tx, jobs)
    await addAttempts(
      tx,
      attempts.filter(({ jobId }) => unchanged.has(jobId)),
    )
    await updateJobs(
      tx,
      changes.filter(({ id }) => unchanged.has(id)),
    )
  })
  return jobs.length === BATCH
}

function noFunds({ address, network }: CatapultChain, balance: bigint, fee: bigint): NoFundsError {
  return new NoFundsError(
    `The Catapult account ${address} on ${network} has ${balance} units, and a transfer costs ${fee}: fund it.`,
  )
}

/** The fees of transfers that may still be mined. The balance of the account does not contain them yet. */
async function unconfirmedFees(tx: Tx): Promise<bigint> {
  const { rows } = await tx.execute<{ fees: string }>(sql`
    select coalesce(sum(last.fee), 0)::text as fees from anchor_job j
    join lateral (select fee from anchor_attempt a where a.job_id = j.id order by created_at desc, id desc limit 1) last on true
    where j.chain = 'catapult' and j.state = 'SENT' and ${acceptedNetworkCondition('j')}`)
  return BigInt(rows[0]!.fees)
}
