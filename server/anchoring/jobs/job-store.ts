import { acceptedNetworkCondition, requireNetwork } from '#server/anchoring/nodes/accepted-network.ts'
import { anchorAttempt, anchorCommitment, anchorJob } from '#server/anchoring/table.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { and, asc, eq, lte, sql } from '#server/core/drizzle/orm.ts'
import type { PgUpdateSetSource } from '#server/core/drizzle/pg-core.ts'
import type { ChainId, CommitmentKind, JobState } from '#shared/anchoring/contract.ts'
import { anchorProblemOf, JobBlockedError, type OnBlocked } from './blocked.ts'

/** Does its work in one transaction. */
export type InTransaction = Database['system']
export type AnchoringDatabase = Pick<Database, 'system' | 'exclusive'>

type StepOf = {
  id: ChainId
  address: string
  network: string
}

/**
 * Runs the step of a chain, unless another worker runs one. The step calls nodes and signer between its transactions, never inside
 * one. Each transaction fails if another network was confirmed meanwhile.
 */
export async function runStep<T>(
  db: AnchoringDatabase,
  { id, address, network }: StepOf,
  step: (run: InTransaction) => Promise<T>,
): Promise<T | undefined> {
  return db.exclusive(`anchoring:${id}:${address}`, (system) =>
    step((work) =>
      system(async (tx) => {
        await requireNetwork(tx, id, network)
        return work(tx)
      }),
    ),
  )
}

type AnchorJob = typeof anchorJob.$inferSelect
export type AnchorAttempt = typeof anchorAttempt.$inferSelect
export type OpenJob = AnchorJob & { root: Buffer; commitmentKind: CommitmentKind }

/** A job with its attempts in the order of their signing. */
export type SentJob = {
  job: OpenJob
  attempts: readonly AnchorAttempt[]
}

type DueJobs = {
  chain: ChainId
  state: JobState
  limit: number
  /** Only those mined up to this height. */
  highest?: number
  /** Those first that are due for longest, so that each has its turn when more than `limit` are always due. */
  longestDueFirst?: boolean
}

/** Jobs of one chain in the order of their creation. */
export async function dueJobs(
  tx: Tx,
  { chain, state, limit, highest, longestDueFirst = false }: DueJobs,
): Promise<OpenJob[]> {
  const rows = await jobRows(tx)
    .where(
      and(
        eq(anchorJob.chain, chain),
        eq(anchorJob.state, state),
        lte(anchorJob.nextAt, sql`now()`),
        acceptedNetworkCondition(),
        highest === undefined ? undefined : lte(anchorJob.height, highest),
      ),
    )
    .orderBy(...(longestDueFirst ? [asc(anchorJob.nextAt)] : []), asc(anchorJob.createdAt), asc(anchorJob.id))
    .limit(limit)
  return rows.map(openJobOf)
}

const jobRows = (tx: Tx) =>
  tx
    .select({ job: anchorJob, root: anchorCommitment.root, kind: anchorCommitment.kind })
    .from(anchorJob)
    .innerJoin(anchorCommitment, eq(anchorCommitment.id, anchorJob.commitmentId))

const openJobOf = ({ job, root, kind }: { job: AnchorJob; root: Buffer; kind: CommitmentKind }): OpenJob => ({
  ...job,
  root,
  commitmentKind: kind,
})

/**
 * Locks jobs until the end of the transaction. Returns the ids of those that are as they were read: a tree whose root is not signed
 * yet can take up more roots, or be joined with another one, while a node or the signer is asked.
 */
export async function lockUnchanged(tx: Tx, jobs: readonly OpenJob[]): Promise<Set<string>> {
  const known = new Map(jobs.map((job) => [job.id, job]))
  const locked = await tx
    .select({ id: anchorJob.id, state: anchorJob.state, commitmentId: anchorJob.commitmentId })
    .from(anchorJob)
    .where(sql`${anchorJob.id} = any(${uuidArray([...known.keys()])})`)
    .orderBy(asc(anchorJob.id))
    .for('update')
  const roots = await tx
    .select({ id: anchorCommitment.id, root: anchorCommitment.root })
    .from(anchorCommitment)
    .where(sql`${anchorCommitment.id} = any(${uuidArray(locked.map(({ commitmentId }) => commitmentId))})`)
  const rootOf = new Map(roots.map(({ id, root }) => [id, root]))
  const isUnchanged = ({ id, state, commitmentId }: (typeof locked)[number]) =>
    known.get(id)!.state === state && rootOf.get(commitmentId)?.equals(known.get(id)!.root)
  return new Set(locked.filter(isUnchanged).map(({ id }) => id))
}

/** Those of the jobs with these ids that are sent, in the order of their creation. */
export async function sentJobs(tx: Tx, ids: readonly string[]): Promise<OpenJob[]> {
  const rows = await jobRows(tx)
    .where(and(sql`${anchorJob.id} = any(${uuidArray(ids)})`, eq(anchorJob.state, 'SENT')))
    .orderBy(asc(anchorJob.createdAt), asc(anchorJob.id))
  return rows.map(openJobOf)
}

export const attemptsOf = async (tx: Tx, job: Pick<OpenJob, 'id'>): Promise<AnchorAttempt[]> =>
  (await attemptsOfJobs(tx, [job])).get(job.id) ?? []

/** The attempts of several jobs in the order of their signing. */
export async function attemptsOfJobs(
  tx: Tx,
  jobs: readonly Pick<OpenJob, 'id'>[],
): Promise<Map<string, AnchorAttempt[]>> {
  if (jobs.length === 0) return new Map()
  const ids = jobs.map(({ id }) => id)
  const rows = await tx
    .select()
    .from(anchorAttempt)
    .where(sql`${anchorAttempt.jobId} = any(${uuidArray(ids)})`)
    .orderBy(asc(anchorAttempt.createdAt), asc(anchorAttempt.id))
  return Map.groupBy(rows, ({ jobId }) => jobId)
}

export type NewAttempt = typeof anchorAttempt.$inferInsert

export async function addAttempts(tx: Tx, attempts: readonly NewAttempt[]): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map((attempt) => ({ ...attempt, createdAt: sql`clock_timestamp()` }))
  await tx.insert(anchorAttempt).values(rows).onConflictDoNothing()
}

/** The next state of a job. A field that is not given is cleared, except the network and the input. */
export type JobChange = {
  id: string
  state: JobState
  network?: string
  inputOutpoint?: string
  /** Satoshis. */
  inputValue?: string
  winner?: string
  height?: number
  error?: string
  /** Milliseconds until the job is due again. */
  delayMs?: number
}

/** Writes the next states of several jobs at once. */
export async function updateJobs(tx: Tx, changes: readonly JobChange[]): Promise<void> {
  if (changes.length === 0) return
  const columns = `id uuid, state text, network text, "inputOutpoint" text, "inputValue" bigint, winner text, height int, error text,
    "delayMs" float8`
  await tx.execute(sql`
    update anchor_job j set state = listed.state, network = coalesce(listed.network, j.network),
      input_outpoint = coalesce(listed."inputOutpoint", j.input_outpoint),
      input_value = coalesce(listed."inputValue", j.input_value), winner = listed.winner, height = listed.height,
      error = listed.error, tries = j.tries + 1, next_at = now() + coalesce(listed."delayMs", 0) * interval '1 millisecond'
    from ${recordset(changes, columns)} where j.id = listed.id`)
}

export async function updateJob(tx: Tx, id: string, change: PgUpdateSetSource<typeof anchorJob>): Promise<void> {
  await tx.update(anchorJob).set(change).where(eq(anchorJob.id, id))
}

/** Postpones a job without changing its state, and reports the reason. The next success clears it. */
export async function blockJob(
  run: InTransaction,
  { id }: OpenJob,
  report: OnBlocked,
  error: JobBlockedError,
): Promise<void> {
  report(anchorProblemOf(error))
  const nextAt = sql`now() + ${error.retryMs} * interval '1 millisecond'`
  await run((tx) => updateJob(tx, id, { nextAt, error: error.message, tries: sql`${anchorJob.tries} + 1` }))
}

/** Runs one part of a step for a job. A JobBlockedError is stored and reported, so that the other jobs continue. */
export async function runOrBlock(
  run: InTransaction,
  job: OpenJob,
  report: OnBlocked,
  part: () => Promise<void>,
): Promise<void> {
  try {
    await part()
  } catch (error) {
    if (!(error instanceof JobBlockedError)) throw error
    await blockJob(run, job, report, error)
  }
}
