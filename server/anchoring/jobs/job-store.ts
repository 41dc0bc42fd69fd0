import { acceptedNetworkCondition, requireNetwork } from '#server/anchoring/nodes/accepted-network.ts'
import { anchorAttempt, anchorCommitment, anchorJob } from '#server/anchoring/table.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { and, asc, eq, inArray, lte, sql } from '#server/core/drizzle/orm.ts'
import type { ChainId, CommitmentKind, JobState } from '#shared/anchoring/contract.ts'
import { anchorProblemOf, JobBlockedError, type OnBlocked } from './blocked.ts'

/** Does its work in one transaction. */
export type InTransaction = Database['system']
export type AnchoringDatabase = Pick<Database, 'system' | 'exclusive'>

interface StepOf {
  chain: ChainId
  /** Only one worker at a time processes a key. */
  key: string
  network: string
}

/**
 * Runs the step of a chain, unless another worker runs one. The step calls nodes and signer between its transactions, never inside
 * one. Each transaction fails if another network was confirmed meanwhile.
 */
export async function runStep<T>(
  db: AnchoringDatabase,
  { chain, key, network }: StepOf,
  step: (run: InTransaction) => Promise<T>,
): Promise<T | undefined> {
  return db.exclusive(`anchoring:${chain}:${key}`, (system) =>
    step((work) =>
      system(async (tx) => {
        await requireNetwork(tx, chain, network)
        return work(tx)
      }),
    ),
  )
}

type AnchorJob = typeof anchorJob.$inferSelect
export type AnchorAttempt = typeof anchorAttempt.$inferSelect
export type OpenJob = AnchorJob & { root: Buffer; commitmentKind: CommitmentKind }

/** Jobs of one chain in the order of their creation. With `highest`, only those mined up to that height. */
export async function dueJobs(
  tx: Tx,
  chain: ChainId,
  states: JobState[],
  limit: number,
  highest?: number,
): Promise<OpenJob[]> {
  const deepEnough = highest === undefined ? undefined : lte(anchorJob.height, highest)
  const rows = await tx
    .select({ job: anchorJob, root: anchorCommitment.root, kind: anchorCommitment.kind })
    .from(anchorJob)
    .innerJoin(anchorCommitment, eq(anchorCommitment.id, anchorJob.commitmentId))
    .where(
      and(
        eq(anchorJob.chain, chain),
        inArray(anchorJob.state, states),
        lte(anchorJob.nextAt, sql`now()`),
        acceptedNetworkCondition(),
        deepEnough,
      ),
    )
    .orderBy(asc(anchorJob.createdAt), asc(anchorJob.id))
    .limit(limit)
  return rows.map(({ job, root, kind }) => ({ ...job, root, commitmentKind: kind }))
}

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

/** Reads a job and its root again. Returns undefined if it was changed or removed. */
export async function rereadJob(tx: Tx, { id, state }: OpenJob): Promise<OpenJob | undefined> {
  const [row] = await tx
    .select({ job: anchorJob, root: anchorCommitment.root, kind: anchorCommitment.kind })
    .from(anchorJob)
    .innerJoin(anchorCommitment, eq(anchorCommitment.id, anchorJob.commitmentId))
    .where(and(eq(anchorJob.id, id), eq(anchorJob.state, state)))
  return row && { ...row.job, root: row.root, commitmentKind: row.kind }
}

export async function attemptsOf(tx: Tx, jobId: string): Promise<AnchorAttempt[]> {
  return tx
    .select()
    .from(anchorAttempt)
    .where(eq(anchorAttempt.jobId, jobId))
    .orderBy(asc(anchorAttempt.createdAt), asc(anchorAttempt.id))
}

/** The attempts of several jobs in the order of their signing. */
export async function attemptsOfJobs(tx: Tx, jobs: readonly OpenJob[]): Promise<Map<string, AnchorAttempt[]>> {
  const ids = jobs.map(({ id }) => id)
  const rows = await tx
    .select()
    .from(anchorAttempt)
    .where(sql`${anchorAttempt.jobId} = any(${uuidArray(ids)})`)
    .orderBy(asc(anchorAttempt.createdAt), asc(anchorAttempt.id))
  return Map.groupBy(rows, ({ jobId }) => jobId)
}

type NewAttempt = typeof anchorAttempt.$inferInsert

export const addAttempt = (tx: Tx, attempt: NewAttempt): Promise<void> => addAttempts(tx, [attempt])

export async function addAttempts(tx: Tx, attempts: readonly NewAttempt[]): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map((attempt) => ({ ...attempt, createdAt: sql`clock_timestamp()` }))
  await tx.insert(anchorAttempt).values(rows).onConflictDoNothing()
}

/** The next state of a job. A field that is not given is cleared, except the network. */
export interface JobChange {
  id: string
  state: JobState
  network?: string
  winner?: string
  height?: number
  error?: string
  /** Milliseconds until the job is due again. */
  delayMs?: number
}

/** Writes the next states of several jobs at once. */
export async function updateJobs(tx: Tx, changes: readonly JobChange[]): Promise<void> {
  if (changes.length === 0) return
  const columns = 'id uuid, state text, network text, winner text, height int, error text, "delayMs" float8'
  await tx.execute(sql`
    update anchor_job j set state = listed.state, network = coalesce(listed.network, j.network), winner = listed.winner,
      height = listed.height, error = listed.error, tries = j.tries + 1,
      next_at = now() + coalesce(listed."delayMs", 0) * interval '1 millisecond'
    from ${recordset(changes, columns)} where j.id = listed.id`)
}

export async function updateJob(tx: Tx, id: string, change: Partial<typeof anchorJob.$inferInsert>): Promise<void> {
  await tx.update(anchorJob).set(change).where(eq(anchorJob.id, id))
}

/** Postpones a job without changing its state. `error` is the reason for an operator; the next success clears it. */
export async function postpone(tx: Tx, id: string, ms: number, error: string | null): Promise<void> {
  await tx
    .update(anchorJob)
    .set({ nextAt: sql`now() + ${ms} * interval '1 millisecond'`, error, tries: sql`${anchorJob.tries} + 1` })
    .where(eq(anchorJob.id, id))
}

/** Runs one step of a job. A JobBlockedError is stored and reported, so that the other jobs continue. */
export async function runOrPostpone(
  run: InTransaction,
  job: OpenJob,
  report: OnBlocked,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!(error instanceof JobBlockedError)) throw error
    report(anchorProblemOf(error))
    await run((tx) => postpone(tx, job.id, error.retryMs, error.message))
  }
}
