import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { anchorAttempt, anchorCommitment, anchorJob } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { ChainId, CommitmentKind, JobState } from '#shared/anchoring/contract.ts'
import { JobBlocked, type OnBlocked } from './blocked.ts'

type AnchorJob = typeof anchorJob.$inferSelect
export type AnchorAttempt = typeof anchorAttempt.$inferSelect
export type OpenJob = AnchorJob & { root: Buffer; commitmentKind: CommitmentKind }

/**
 * Only one worker at a time processes a key. The lock is released with the transaction, also when the worker is killed.
 */
export async function tryLockKey(tx: Tx, chain: ChainId, key: string): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`anchoring:${chain}:${key}`}, 0)) as mine`,
  )
  return rows[0]?.mine === true
}

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
      and(eq(anchorJob.chain, chain), inArray(anchorJob.state, states), lte(anchorJob.nextAt, sql`now()`), deepEnough),
    )
    .orderBy(asc(anchorJob.createdAt), asc(anchorJob.id))
    .limit(limit)
  return rows.map(({ job, root, kind }) => ({ ...job, root, commitmentKind: kind }))
}

export async function attemptsOf(tx: Tx, jobId: string): Promise<AnchorAttempt[]> {
  return tx
    .select()
    .from(anchorAttempt)
    .where(eq(anchorAttempt.jobId, jobId))
    .orderBy(asc(anchorAttempt.createdAt), asc(anchorAttempt.id))
}

export async function addAttempt(tx: Tx, attempt: typeof anchorAttempt.$inferInsert): Promise<void> {
  await tx
    .insert(anchorAttempt)
    .values({ ...attempt, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing()
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

/** Runs one step of a job. A JobBlocked error is stored and reported, so that the other jobs continue. */
export async function runOrPostpone(tx: Tx, job: OpenJob, report: OnBlocked, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!(error instanceof JobBlocked)) throw error
    report(error.message)
    await postpone(tx, job.id, error.retryMs, error.message)
  }
}
