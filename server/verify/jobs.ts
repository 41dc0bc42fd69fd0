import { z } from 'zod'
import { lt, sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { dailySalt } from '#server/scan/table.ts'
import { measureScores } from './calibration/measure-scores.ts'
import { mergeVisits } from './scans/merge/merge-visits.ts'
import { ensureScanPartitions } from './scans/partitions.ts'

/** Deletes the salt of earlier days, also when no code was scanned since. */
export const deleteOldSalts = defineJob({
  name: 'verify.salt',
  schema: z.object({}),
  cron: '1 0 * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(dailySalt).where(lt(dailySalt.day, sql`floor(extract(epoch from now()) / 86400)`))
    }),
})

/** Daily: creates the partitions of the coming months, and reports scans that have none. */
export const createScanPartitions = defineJob({
  name: 'verify.partitions',
  schema: z.object({}),
  cron: '11 3 * * *',
  async run(_, { services: { db, log } }) {
    const { unplaced } = await ensureScanPartitions(db)
    if (unplaced > 0)
      log.warn({ scans: unplaced }, 'Scans have a time of a month without a partition: check the clock of the database')
  },
})

/** Keeps the runs of recently visited codes small: see merge-visits.ts. Most runs of this job have nothing to do. */
export const mergeRecentVisits = defineJob({
  name: 'verify.merge-visits',
  schema: z.object({}),
  cron: '* * * * *',
  async run(_, { services, signal, heartbeat }) {
    await mergeVisits(services.db, { signal, heartbeat })
  },
})

/** Daily: the thresholds of SKUs from the scores of their own codes (docs/verdict.md). */
export const calibrateThresholds = defineJob({
  name: 'verify.calibrate',
  schema: z.object({}),
  cron: '37 2 * * *',
  async run(_, { services, signal, heartbeat }) {
    await measureScores(services.db, { signal, heartbeat }, Math.floor(Date.now() / 60_000))
  },
})
