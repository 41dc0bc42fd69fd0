import { anchorProblemOf, JobBlockedError, NoFundsError, type OnBlocked } from '#server/anchoring/jobs/blocked.ts'
import {
  type AnchorAttempt,
  attemptsOfJobs,
  dueJobs,
  type InTransaction,
  type JobChange,
  updateJobs,
} from '#server/anchoring/jobs/job-store.ts'
import type { CatapultChain, Tip, TransferStatus } from './chain.ts'

/** Transfers that are announced together, and calls to the node at the same time. */
const BATCH = 200
const PARALLEL = 8

/** Announces the transfers that no node has mined, and acts on their statuses. Returns whether more are due. */
export async function announceTransfers(run: InTransaction, chain: CatapultChain, report: OnBlocked): Promise<boolean> {
  const { jobs, attempts } = await run(async (tx) => {
    const due = await dueJobs(tx, 'catapult', ['SENT'], BATCH)
    return { jobs: due, attempts: await attemptsOfJobs(tx, due) }
  })
  if (jobs.length === 0) return false
  // The order matters: a transfer that is not confirmed after the tip was read is in no block up to that tip.
  const tip = await chain.tip()
  const statuses = await chain.statuses([...attempts.values()].flat().map(({ txid }) => txid))
  const announcements: string[] = []
  const changes = jobs.map((job): JobChange => {
    const own = attempts.get(job.id) ?? []
    try {
      return next(own)
    } catch (error) {
      if (!(error instanceof JobBlockedError)) throw error
      report(anchorProblemOf(error))
      return { id: job.id, state: 'SENT', error: error.message, delayMs: error.retryMs }
    }

    function next(own: readonly AnchorAttempt[]): JobChange {
      const mined = own.find(({ txid }) => statuses.get(txid)?.group === 'confirmed')
      const status = mined && statuses.get(mined.txid)
      if (status?.group === 'confirmed') {
        return { id: job.id, state: 'MINED', winner: mined!.txid, height: status.height }
      }
      if (isExpired(own, tip)) return { id: job.id, state: 'QUEUED' }
      const again: JobChange = { id: job.id, state: 'SENT', delayMs: chain.rebroadcastMs }
      const last = own.at(-1)!
      const lastStatus = statuses.get(last.txid)
      if (lastStatus?.group === 'unconfirmed') return again
      const rejection = rejectionOf(lastStatus, last, chain)
      if (!rejection || rejection.kind === 'noFunds') announcements.push(last.raw)
      if (rejection) throw rejection
      return again
    }
  })
  await announceAll(chain, announcements)
  await run((tx) => updateJobs(tx, changes))
  return jobs.length === BATCH
}

/**
 * Two transfers of one root can both confirm only if the second is signed while the first can still be mined. A new
 * transfer is therefore signed only after a finalized block later than every deadline: a transfer that is not mined by
 * then can never be mined.
 */
const isExpired = (attempts: readonly AnchorAttempt[], tip: Tip): boolean =>
  attempts.every(({ deadline }) => (deadline ?? 0n) < tip.finalizedTimestamp)

/** The reason why a transfer is rejected: https://docs.symbol.dev/api.html#status-errors. Undefined for a temporary rejection. */
function rejectionOf(
  status: TransferStatus | undefined,
  { txid }: AnchorAttempt,
  { address, network }: CatapultChain,
): JobBlockedError | undefined {
  if (status?.group !== 'failed') return undefined
  switch (status.code) {
    case 'Failure_Core_Insufficient_Balance':
      return new NoFundsError(`The Catapult account ${address} on ${network} cannot pay its transfers: fund it.`)
    // Another one is signed when a finalized block is past its deadline.
    case 'Failure_Core_Past_Deadline':
    // It is in a block; the next status names the block.
    case 'Failure_Hash_Already_Exists':
      return undefined
    case 'Failure_Core_Future_Deadline':
      return new JobBlockedError('refused', `The clocks of this machine and of ${network} differ: ${status.code}.`)
    default:
      return new JobBlockedError('refused', `The network ${network} rejects transfer ${txid}: ${status.code}.`)
  }
}

async function announceAll(chain: CatapultChain, payloads: string[]): Promise<void> {
  const queue = payloads.values()
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (const payload of queue) await chain.announce(payload)
    }),
  )
}
