import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { countAllScans } from './sums/count-scans.ts'

/** One run lasts until the next one starts by its schedule. */
const runMs = 50_000
/** How often scans are counted, and the shortest pause when counting takes long. */
const everyMs = 2_000
const minPauseMs = 500

/** Updates the sums of scans: every few seconds, all but the newest scans are counted. */
export const sumScans = defineJob({
  name: 'insights.sums',
  schema: z.object({}),
  cron: '* * * * *',
  stopsAtOnce: true,
  async run(_, { services, signal, heartbeat }) {
    const ends = Date.now() + runMs
    while (!signal.aborted && Date.now() < ends) {
      const startedAt = Date.now()
      await countAllScans(services.db, { signal })
      await heartbeat()
      await pause(Math.max(minPauseMs, startedAt + everyMs - Date.now()), undefined, { signal }).catch(() => {})
    }
  },
})
