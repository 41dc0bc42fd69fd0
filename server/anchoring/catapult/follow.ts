import type { OnBlocked } from '#server/anchoring/jobs/blocked.ts'
import {
  attemptsOfJobs,
  dueJobs,
  type InTransaction,
  type JobChange,
  type OpenJob,
  runOrPostpone,
  updateJob,
  updateJobs,
} from '#server/anchoring/jobs/job-store.ts'
import { verifyCommitment } from '#server/anchoring/jobs/verify-commitment.ts'
import type { CatapultChain } from './chain.ts'

/** Mined transfers that one step looks up, and final ones that it proves: a proof needs two calls of its own. */
const MAX_FOLLOWED = 1000
const MAX_PROVED = 50

/** Marks mined transfers as final at a finalized height, and takes those back whose block was removed. */
export async function followTransfers(run: InTransaction, chain: CatapultChain, report: OnBlocked): Promise<void> {
  const { jobs, attempts } = await run(async (tx) => {
    const due = await dueJobs(tx, 'catapult', ['MINED'], MAX_FOLLOWED)
    return { jobs: due, attempts: await attemptsOfJobs(tx, due) }
  })
  if (jobs.length === 0) return
  const { finalizedHeight } = await chain.tip()
  const statuses = await chain.statuses([...attempts.values()].flat().map(({ txid }) => txid))
  const changes: JobChange[] = []
  const final: { job: OpenJob; txid: string; raw: string; height: number }[] = []
  for (const job of jobs) {
    const mined = attempts.get(job.id)!.flatMap(({ txid, raw }) => {
      const status = statuses.get(txid)
      return status?.group === 'confirmed' ? [{ txid, raw, height: status.height }] : []
    })[0]
    if (!mined) changes.push({ id: job.id, state: 'SENT' })
    else if (mined.height <= finalizedHeight) final.push({ job, ...mined })
    else {
      const { txid: winner, height } = mined
      changes.push({ id: job.id, state: 'MINED', winner, height, delayMs: chain.rebroadcastMs })
    }
  }
  await run((tx) => updateJobs(tx, changes))
  for (const { job, txid, raw, height } of final.slice(0, MAX_PROVED)) {
    await runOrPostpone(run, job, report, async () => {
      await chain.prove({ hash: txid, payload: raw }, job.root, height)
      await run(async (tx) => {
        await verifyCommitment(tx, job.commitmentId)
        await updateJob(tx, job.id, { state: 'FINAL', winner: txid, height, error: null })
      })
    })
  }
}
