import type pg from 'pg'
import { measureSeconds, round } from '#scripts/bench/setup/measure.ts'
import type { Services } from '#server/core/services.ts'
import { mergeVisits } from '#server/verify/scans/merge/merge-visits.ts'
import { runCount } from '#server/verify/scans/scan-statement.ts'
import { visitBytes } from '#shared/verdict/visits/visit-log-codec.ts'
import { walPosition } from './verify-load.ts'

/** Codes of a full run. */
const codesOfRun = 95_000

const work = () => ({ signal: new AbortController().signal, heartbeat: async () => undefined })

/** The later cost of a visit: bytes of WAL for each code of a merge, with the vacuum after it. */
type MergeFigures = { codes: number; walPerCode: number; seconds: number }

/**
 * The job that the worker runs every minute. The benchmark has no worker, so that its other jobs do not disturb a measurement.
 */
export async function keepRuns({ db }: Services): Promise<void> {
  await mergeVisits(db, work())
}

/** Merges as many random codes as the worker merges together, right after a checkpoint. */
export async function measureMerge({ db }: Services, superuser: pg.Client): Promise<MergeFigures> {
  const { rows } = await superuser.query<{ run: number; codes: number }>(
    'select run, (select reltuples::float8 from pg_class where relname = $1) as codes from recent_run',
    ['code_visits'],
  )
  const { run, codes: remembered } = rows[0]!
  for (let age = 1; age < runCount; age++) {
    await superuser.query(
      `insert into recent_visits (run, address, visit_log, visits)
       select $1, address, visit_log, visits || substring(visits for ${visitBytes}) from code_visits tablesample bernoulli ($2)
       on conflict do nothing`,
      [(run + runCount - age) % runCount, Math.min(50, (codesOfRun / remembered) * 100)],
    )
  }
  await superuser.query('checkpoint')
  const before = await walPosition(superuser)
  let codes = 0
  const seconds = await measureSeconds(async () => {
    codes = await mergeVisits(db, work(), { mergedRuns: 1 })
  })
  return { codes, walPerCode: round(((await walPosition(superuser)) - before) / codes, 0), seconds: round(seconds, 1) }
}
