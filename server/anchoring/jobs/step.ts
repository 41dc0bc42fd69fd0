import type { Chain, ChainTip, Funds } from '#server/anchoring/chain.ts'
import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import { reportSlowness } from '#server/anchoring/nodes/response-times.ts'
import { anchorJob } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { anchorProblemOf, JobBlockedError, NoFundsError, type OnBlocked } from './blocked.ts'
import {
  type AnchoringDatabase,
  addAttempts,
  attemptsOfJobs,
  blockJob,
  dueJobs,
  type InTransaction,
  type JobChange,
  lockUnchanged,
  type NewAttempt,
  type OpenJob,
  runOrBlock,
  runStep,
  sentJobs,
  updateJob,
  updateJobs,
} from './job-store.ts'
import { tellAnchored } from './tell-anchored.ts'
import { verifyCommitment } from './verify-commitment.ts'

type Step<T extends ChainTip> = {
  run: InTransaction
  chain: Chain<T>
  report: OnBlocked
  tip: T
}

/** Transactions that are signed together, that are sent at the same time, and that one step makes final. */
const signedTogether = 100
const sentTogether = 8
const finalInStep = 50

/**
 * One step of a chain: follow → sign and store → broadcast → finalize. Each part has committed what the next one uses: signed bytes are
 * on disk before any node receives them. A worker that is killed at any point therefore repeats its step, and never signs a second
 * transaction of a root while the first one can be mined. Finalizing is last, so that a node that shows no proofs stops no new anchor.
 */
export async function stepChain<T extends ChainTip>(
  db: AnchoringDatabase,
  chain: Chain<T>,
  report: OnBlocked,
): Promise<void> {
  const noFunds = await runStep(db, chain, async (run) => {
    const tip = await chain.follow(run)
    if (!tip) return undefined
    const step = { run, chain, report, tip }
    const { signed, noFunds } = await sign(step, (tx) => jobsToSign(tx, chain))
    const unminable = await broadcast(step, [...tip.unmined, ...signed])
    const again = unminable.length > 0 ? await sign(step, (tx) => sentJobs(tx, unminable)) : undefined
    await finalize(step)
    return again?.noFunds ?? noFunds
  })
  await searchFunds(db.system, chain, report, noFunds)
  const problem = chain.problem?.()
  if (problem) report(problem)
  if (chain.responseTimes) reportSlowness(chain.responseTimes, report)
}

async function jobsToSign(tx: Tx, { id, inFlight }: Chain): Promise<OpenJob[]> {
  const sent = await tx.$count(
    anchorJob,
    and(eq(anchorJob.chain, id), eq(anchorJob.state, 'SENT'), acceptedNetworkCondition()),
  )
  const limit = Math.min(signedTogether, inFlight - sent)
  return limit > 0 ? dueJobs(tx, { chain: id, state: 'QUEUED', limit }) : []
}

type SignResult = {
  /** Ids of the jobs whose bytes are stored. */
  signed: string[]
  /** No money is known that could pay the others. */
  noFunds?: NoFundsError
}

/** Signs jobs and stores the signed bytes. */
async function sign<T extends ChainTip>(step: Step<T>, read: (tx: Tx) => Promise<OpenJob[]>): Promise<SignResult> {
  const { run, chain, tip } = step
  const signed: string[] = []
  for (;;) {
    if ((await run(read)).length === 0) return { signed }
    const funds = await chain.funds(run, tip).catch((error: unknown) => {
      if (error instanceof JobBlockedError) return error
      throw error
    })
    if (funds instanceof NoFundsError) return { signed, noFunds: funds }
    // Read again after the calls to the node, because trees that are not signed can be joined meanwhile.
    const jobs = await run(read)
    const made = await signJobs(step, jobs, funds)
    signed.push(...(await run((tx) => storeSigned(tx, jobs, made))))
    if (jobs.length < signedTogether) return { signed }
  }
}

type Signed = {
  attempts: NewAttempt[]
  changes: JobChange[]
}

async function signJobs<T extends ChainTip>(
  { chain, report, tip }: Step<T>,
  jobs: readonly OpenJob[],
  funds: Funds | JobBlockedError,
): Promise<Signed> {
  const attempts: NewAttempt[] = []
  const changes: JobChange[] = []
  let blocked: JobBlockedError | undefined
  for (const { id, root, state } of jobs) {
    try {
      // The reason that blocks one transaction blocks all others: money, the signer, or a limit of fees.
      if (blocked) throw blocked
      if (funds instanceof JobBlockedError) throw funds
      const { input, ...attempt } = await funds.sign(root)
      attempts.push({ jobId: id, signedAt: tip.height, ...attempt })
      const spent = input && { inputOutpoint: input.outpoint, inputValue: `${input.value}` }
      changes.push({ id, state: 'SENT', network: chain.network, ...spent })
    } catch (error) {
      if (!(error instanceof JobBlockedError)) throw error
      if (!blocked) report(anchorProblemOf(error))
      blocked = error
      changes.push({ id, state, error: error.message, delayMs: error.retryMs })
    }
  }
  return { attempts, changes }
}

/**
 * Bytes for a tree that has taken up more roots meanwhile are not stored and never sent: the next step signs the present root. Returns the
 * ids of the jobs whose bytes are stored.
 */
async function storeSigned(tx: Tx, jobs: readonly OpenJob[], { attempts, changes }: Signed): Promise<string[]> {
  const unchanged = await lockUnchanged(tx, jobs)
  const stored = attempts.filter(({ jobId }) => unchanged.has(jobId))
  await addAttempts(tx, stored)
  await updateJobs(
    tx,
    changes.filter(({ id }) => unchanged.has(id)),
  )
  return stored.map(({ jobId }) => jobId)
}

/** Sends the stored bytes of jobs. Returns the ids of those of which no attempt can be mined any more. */
async function broadcast<T extends ChainTip>(
  { run, chain, report, tip }: Step<T>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { jobs, attempts } = await run(async (tx) => {
    const sent = await sentJobs(tx, ids)
    return { jobs: sent, attempts: await attemptsOfJobs(tx, sent) }
  })
  const unminable: string[] = []
  const changes: JobChange[] = []
  const queue = jobs.values()
  const send = async () => {
    for (const job of queue) {
      const { id, state } = job
      try {
        const result = await chain.broadcast(run, { job, attempts: attempts.get(id) ?? [] }, tip)
        if (result === 'unminable') unminable.push(id)
        else changes.push({ id, state, delayMs: result.againMs })
      } catch (error) {
        if (!(error instanceof JobBlockedError)) throw error
        report(anchorProblemOf(error))
        changes.push({ id, state, error: error.message, delayMs: error.retryMs })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(sentTogether, jobs.length) }, send))
  await run((tx) => updateJobs(tx, changes))
  return unminable
}

/** Marks mined jobs as final whose block is deep enough, when their transaction and their tree were checked once more. */
async function finalize<T extends ChainTip>({ run, chain, report, tip }: Step<T>): Promise<void> {
  const { jobs, attempts } = await run(async (tx) => {
    const wanted = { chain: chain.id, state: 'MINED', limit: finalInStep, highest: tip.finalHeight } as const
    const due = await dueJobs(tx, wanted)
    return { jobs: due, attempts: await attemptsOfJobs(tx, due) }
  })
  for (const job of jobs) {
    await runOrBlock(run, job, report, async () => {
      const winner = attempts.get(job.id)!.find(({ txid }) => txid === job.winner)!
      const checkProof = await chain.prove(job, winner)
      await run(async (tx) => {
        await verifyCommitment(tx, job.commitmentId)
        await checkProof(tx)
        await updateJob(tx, job.id, { state: 'FINAL', error: null })
        await tellAnchored(tx, job)
      })
    })
  }
}

/** Looks for money without the lock of the chain. Only when a search has found none is it reported as missing. */
async function searchFunds(
  run: InTransaction,
  { id, search }: Chain,
  report: OnBlocked,
  noFunds: NoFundsError | undefined,
): Promise<void> {
  const isRunning = search && (noFunds || search.isDue()) ? await search.request(run) : false
  if (!noFunds || isRunning) return
  const [job] = await run(async (tx) => [
    ...(await dueJobs(tx, { chain: id, state: 'SENT', limit: 1 })),
    ...(await dueJobs(tx, { chain: id, state: 'QUEUED', limit: 1 })),
  ])
  if (job) await blockJob(run, job, report, noFunds)
}
