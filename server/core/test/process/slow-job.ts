import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'

/** Writes its start and its end into the table `trace` of the test. */
export const slowJob = defineJob({
  name: 'test.slow',
  schema: z.object({ id: z.string(), ms: z.number() }),
  async run({ id, ms }, { services }) {
    const leave = (event: string) =>
      services.db.system((tx) => tx.execute(sql`insert into trace (id, event) values (${id}, ${event})`))
    await leave('start')
    await sleep(ms)
    await leave('end')
  },
})
