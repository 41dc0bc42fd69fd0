import { z } from 'zod'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { jobFailureOf } from './job-failure.ts'
import { defineJob, gaveUpQueue, type Job } from './job-queue.ts'

type Work = {
  /** The name of the job that looks for orphaned work. */
  name: string
  /** The field with the id in the data of the job that does the work. */
  field: string
  /** Selects `id` and `created_at` of all work that is neither done nor failed. Its table needs an index of these rows. */
  open: SQL
}
/** Younger work is not looked at: its job may not have failed for good. */
const minAge = '1 hour'
/** Whether the queue still has a job of this kind for the work with an id: one that waits, runs, or is to be given up. */
export const hasOpenJob = (job: Pick<Job, 'name'>, field: string, id: SQL): SQL => sql`
  exists (select from pgboss.job where job.name in (${job.name}, ${gaveUpQueue(job)}) and job.state < 'completed'
    and job.data ->> ${field} = ${id}::text)`

type Orphan = { id: string; output: unknown }

/**
 * Every ten minutes: marks orphaned work as failed, so that it can be retried. Work is orphaned when the queue has no job for it,
 * because the queue deletes a job that no worker has taken for two weeks. No other work is found: work and job are written in one
 * transaction, and the queue moves a job to its dead-letter queue in one statement.
 */
export function defineOrphanedWorkCheck<S extends z.ZodType>(job: Job<S>, { name, field, open }: Work) {
  const orphans = sql`
    select work.id, (select job.output from pgboss.job where job.name = ${job.name} and job.data ->> ${field} = work.id::text
      order by job.completed_on desc nulls last limit 1) as output
    from (${open}) work
    where work.created_at < now() - ${minAge}::interval and not ${hasOpenJob(job, field, sql`work.id`)}`
  return defineJob({
    name,
    schema: z.object({}),
    cron: '*/10 * * * *',
    async run(_, { services }) {
      const { rows } = await services.db.system((tx) => tx.execute<Orphan>(orphans))
      for (const { id, output } of rows) {
        const failure = jobFailureOf(output)
        services.log.error({ job: job.name, [field]: id, failure }, 'work marked as failed: it has no job')
        await job.gaveUp?.(job.schema.parse({ [field]: id }), { services, failure })
      }
    },
  })
}
