import type { ChainTip } from '#server/anchoring/chain.ts'
import {
  type AnchorAttempt,
  attemptsOfJobs,
  dueJobs,
  type InTransaction,
  type JobChange,
  type SentJob,
  updateJobs,
} from '#server/anchoring/jobs/job-store.ts'
import type { CatapultConnection, FinalityTip, TransferStatus } from './connection.ts'

/** With the statuses of the transfers that were looked up in this step. */
export type CatapultTip = ChainTip & {
  statuses: ReadonlyMap<string, TransferStatus>
}

/** Sent and mined transfers that one step looks up, of each. */
const maxFollowed = 1000

/** Looks up the transfers that are not final, and writes to their jobs what the nodes report. */
export async function followTransfers(
  run: InTransaction,
  connection: CatapultConnection,
): Promise<CatapultTip | undefined> {
  const { jobs, attempts, waiting } = await run(async (tx) => {
    const wanted = { chain: 'catapult', limit: maxFollowed, longestDueFirst: true } as const
    const sent = await dueJobs(tx, { ...wanted, state: 'SENT' })
    const mined = await dueJobs(tx, { ...wanted, state: 'MINED' })
    const jobs = [...sent, ...mined]
    const waiting = await dueJobs(tx, { chain: 'catapult', state: 'QUEUED', limit: 1 })
    return { jobs, waiting, attempts: await attemptsOfJobs(tx, jobs) }
  })
  // Nodes are asked nothing without need.
  if (jobs.length === 0 && waiting.length === 0) return undefined
  // The order matters: a transfer that is not confirmed after the tip was read is in no block up to that tip.
  const tip = await connection.tip()
  const statuses = await connection.statuses([...attempts.values()].flat().map(({ txid }) => txid))
  const seen = { tip, statuses, laterMs: connection.rebroadcastMs }
  const changes = jobs.flatMap((job) => changeOf({ job, attempts: attempts.get(job.id) ?? [] }, seen) ?? [])
  if (changes.length > 0) await run((tx) => updateJobs(tx, changes))
  const states = new Map([...jobs, ...changes].map(({ id, state }) => [id, state]))
  const unmined = jobs.map(({ id }) => id).filter((id) => states.get(id) === 'SENT')
  return { height: tip.height, finalHeight: tip.finalizedHeight, unmined, statuses }
}

type Seen = {
  tip: FinalityTip
  statuses: ReadonlyMap<string, TransferStatus>
  /** Milliseconds until a mined transfer that is not final is looked up again. */
  laterMs: number
}

function changeOf({ job, attempts }: SentJob, { tip, statuses, laterMs }: Seen): JobChange | undefined {
  const { id, state } = job
  for (const { txid } of attempts) {
    const status = statuses.get(txid)
    if (status?.group !== 'confirmed') continue
    const { height } = status
    const isFinal = height <= tip.finalizedHeight
    if (isFinal && state === 'MINED' && job.winner === txid && job.height === height) return undefined
    return { id, state: 'MINED', winner: txid, height, delayMs: isFinal ? 0 : laterMs }
  }
  // The block was removed.
  if (state === 'MINED') return { id, state: 'SENT' }
  return isExpired(attempts, tip) ? { id, state: 'QUEUED' } : undefined
}

/**
 * Two transfers of one root can both confirm only if the second is signed while the first can still be mined. A new
 * transfer is therefore signed only after a finalized block later than every deadline: a transfer that is not mined by
 * then can never be mined.
 */
const isExpired = (attempts: readonly AnchorAttempt[], { finalizedTimestamp }: FinalityTip): boolean =>
  attempts.every(({ deadline }) => (deadline ?? 0n) < finalizedTimestamp)
