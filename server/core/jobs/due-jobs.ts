import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'

const intervalMs = 1_000

/** Names of the given queues with a job that a worker can fetch now, as pg-boss decides it. */
const dueQueues = `select queue.name from unnest($1::text[]) as queue (name)
  where exists (
    select from pgboss.job
    where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= pgboss.job_now()
  )`

/**
 * Wakes the workers of queues with due jobs once a second, until the signal fires. A retry, a delay and a job that is moved to
 * a dead letter queue send no notification. One query for all queues replaces one query of each worker: an idle process asked
 * 40 times a second.
 *
 * @param workers ids of the workers of each queue
 */
export async function wakeForDueJobs(
  boss: PgBoss,
  workers: ReadonlyMap<string, readonly string[]>,
  signal: AbortSignal,
): Promise<void> {
  const queues = [...workers.keys()]
  while (!signal.aborted) {
    try {
      const { rows } = await boss.getDb().executeSql(dueQueues, [queues])
      for (const { name } of rows as { name: string }[])
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
    } catch (error) {
      if (!signal.aborted) boss.emit('error', error as Error)
    }
    await pause(intervalMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
