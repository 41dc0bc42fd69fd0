import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { countAllScans } from './sums/count-scans.ts'

/** One run lasts until the next one starts by its schedule. */
const runMs = 50_000
const pauseMs = 2_000

/** Keeps the sums of the scans: every few seconds, all but the newest scans are counted. */
export const sumScans = defineJob({
  name: 'insights.sums',
  schema: z.object({}),
  cron: '* * * * *',
  async run(_, { services, signal, heartbeat }) {
    const ends = Date.now() + runMs
    while (!signal.aborted && Date.now() < ends) {
      await countAllScans(services.db, { signal })
      await heartbeat()
      await pause(pauseMs, undefined, { signal }).catch(() => {})
    }
  },
})
