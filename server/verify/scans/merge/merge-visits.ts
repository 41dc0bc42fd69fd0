import type { Client, Database } from '#server/core/db/database.ts'
import { ageOf, currentRun, runCount } from '#server/verify/scans/scan-statement.ts'

/**
 * Bytes of a run, without its index, from which on the next run is the current one: some 97,000 codes. Pages of a smaller
 * run change more often between two checkpoints; larger runs make a merge rarer.
 */
const usualRunBytes = 12 * 1024 * 1024
/** Runs that are merged together. The current run grows until they are. */
const usualMergedRuns = runCount - 1
/** Rows in one transaction of a merge. */
const usualChunk = 5_000
/** Scans wait while a lock is waited for, so the wait is short. The next run of the job tries again. */
const lockTimeoutMs = 200
const lockNotAvailable = '55P03'
/** One worker at a time. */
const workerLock = `hashtextextended('recent visits', 0)`
const firstAddress = '00000000-0000-0000-0000-000000000000'

/**
 * Writes the newest memory of the next $2 codes after $1 into `code_visits`. The current run is left out: it changes. A crash
 * is harmless: the written rows equal those that the runs still have.
 */
const mergeStatement = `with next as (
    select distinct on (address) address, visit_log, visits from recent_visits
    where run <> (${currentRun}) and address > $1
    order by address, ${ageOf('run')} limit $2
  ), merged as (
    insert into code_visits as memory (address, visit_log, visits) select address, visit_log, visits from next order by address
    on conflict (address) do update set visit_log = excluded.visit_log, visits = excluded.visits
    where memory.visit_log is distinct from excluded.visit_log or memory.visits is distinct from excluded.visits
  )
  select count(*)::int as rows, max(address::text) as last from next`

type Work = { signal: AbortSignal; heartbeat(): Promise<void> }

/**
 * Starts a new run of `recent_visits` when the current one is large, and merges all other runs into `code_visits` when
 * they are in use. Scans continue meanwhile.
 *
 * @param limits that differ from the defaults
 * @returns the number of codes that were merged
 */
export function mergeVisits(
  db: Pick<Database, 'owner'>,
  { signal, heartbeat }: Work,
  { runBytes = usualRunBytes, mergedRuns = usualMergedRuns, chunk = usualChunk } = {},
): Promise<number> {
  return db.owner(async (client, discard) => {
    const { rows } = await client.query(`select pg_try_advisory_lock(${workerLock}) as locked`)
    if (!rows[0].locked) return 0
    try {
      const runs = await runsByAge(client)
      if (runs[0]!.bytes >= runBytes && (await startRun(client, runs))) runs.unshift(...runs.splice(-1))
      const full = runs.slice(1).filter(({ bytes }) => bytes > 0)
      if (full.length < mergedRuns) return 0
      // While a backup reads the runs, they cannot be emptied, and merging them would be repeated every minute.
      if (!(await withLock(client, () => client.query(`lock table ${tableOf(full.at(-1)!)} in access exclusive mode`))))
        return 0
      const merged = await mergeRuns(client, { signal, heartbeat }, chunk)
      if (signal.aborted) return merged
      await emptyRuns(client, full.toReversed())
      // Old versions of rows are removed while their pages are logged since the last checkpoint: a scan that removed them
      // later would log a whole page.
      await client.query('vacuum code_visits')
      return merged
    } finally {
      await client.query(`select pg_advisory_unlock(${workerLock})`).catch(() => undefined)
      // Its settings are those of a merge.
      discard()
    }
  })
}

type Run = { run: number; bytes: number }
const tableOf = ({ run }: Run): string => `recent_visits_${run}`

/** The current run first, the oldest one last. */
async function runsByAge(client: Client): Promise<Run[]> {
  const { rows } = await client.query<Run>(
    `select run, pg_relation_size(format('recent_visits_%s', run)::regclass)::float8 as bytes
     from generate_series(0, ${runCount - 1}) as run order by ${ageOf('run')}`,
  )
  return rows
}

/**
 * Makes the oldest run, which is empty, the current one. A scan locks the table before its snapshot. So all scans before
 * this have been committed, and all later ones see the new run.
 */
async function startRun(client: Client, runs: readonly Run[]): Promise<boolean> {
  const next = runs.at(-1)!
  if (next.bytes > 0) return false
  return withLock(client, async () => {
    await client.query('lock table only recent_visits in exclusive mode')
    await client.query('update recent_run set run = $1', [next.run])
  })
}

async function mergeRuns(client: Client, { signal, heartbeat }: Work, chunk: number): Promise<number> {
  let total = 0
  // Statistics of runs are old or missing. Each chunk reads the next addresses of the indexes and sorts no run.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
  for (let after = firstAddress; !signal.aborted; ) {
    const { rows } = await client.query<{ rows: number; last: string | null }>(mergeStatement, [after, chunk])
    const { rows: count, last } = rows[0]!
    total += count
    if (last === null || count < chunk) return total
    after = last
    await heartbeat()
  }
  return total
}

/** Oldest first, and none after one that remained: the newest row of a code is never removed before an older one. */
async function emptyRuns(client: Client, oldestFirst: readonly Run[]): Promise<void> {
  for (const run of oldestFirst) {
    if (!(await withLock(client, () => client.query(`truncate ${tableOf(run)}`)))) return
  }
}

/** Runs statements in a transaction. Returns false, and has changed nothing, if a lock was not available in time. */
async function withLock(client: Client, run: () => Promise<unknown>): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await run()
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
}
