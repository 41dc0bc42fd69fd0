import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { anchorAttempt, anchorCommitment, anchorJob } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { ChainId, JobState } from '#shared/anchoring/contract.ts'
import { JobBlocked, type OnBlocked } from './blocked.ts'

export type Job = typeof anchorJob.$inferSelect
export type Attempt = typeof anchorAttempt.$inferSelect
export type OpenJob = Job & { root: Buffer; commitmentKind: 'batch' | 'epoch' }

/** One worker at a time decides for a key; the lock goes with the transaction, also when the worker is killed. */
export async function tryLockKey(tx: Tx, chain: ChainId, key: string): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`anchoring:${chain}:${key}`}, 0)) as mine`,
  )
  return rows[0]?.mine === true
}

/** Jobs of one chain in the order they were made; with `highest`, those mined up to that height. */
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

export async function attemptsOf(tx: Tx, jobId: string): Promise<Attempt[]> {
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

/** Puts a job off without changing what it is; `error` tells an operator why, and is cleared by the next success. */
export async function postpone(tx: Tx, id: string, ms: number, error: string | null): Promise<void> {
  await tx
    .update(anchorJob)
    .set({ nextAt: sql`now() + ${ms} * interval '1 millisecond'`, error, tries: sql`${anchorJob.tries} + 1` })
    .where(eq(anchorJob.id, id))
}

/** Takes one job a step on. One that has to wait says why and lets the others go on. */
export async function runOrPostpone(tx: Tx, job: OpenJob, report: OnBlocked, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!(error instanceof JobBlocked)) throw error
    report(error.message)
    await postpone(tx, job.id, error.retryMs, error.message)
  }
}
