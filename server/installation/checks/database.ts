import type { Database } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { shortSize } from '#server/core/files/short-size.ts'
import { findWeakSettings } from '#server/core/process/settings-check.ts'
import { type Check, fault, ok, reasonOf, warning } from '#server/installation/finding.ts'

const slowMs = 50
const oldestVersion = 15

/** The database, its settings, and the work that waits in it. */
export const databaseChecks = (db: Pick<Database, 'read'>): Check[] => [
  {
    part: 'database',
    async run() {
      try {
        const { rows } = await db.read.execute<{ version: string; bytes: string }>(sql`
          select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`)
        const begun = performance.now()
        await db.read.execute(sql`select 1`)
        const ms = Math.ceil(performance.now() - begun)
        const version = rows[0]!.version.split(' ')[0]!
        if (Number.parseInt(version, 10) < oldestVersion) return fault('databaseOld', { version })
        if (ms > slowMs) return warning('databaseSlow', { ms })
        return ok('databaseOk', { version, ms, size: shortSize(Number(rows[0]!.bytes)) })
      } catch (error) {
        return fault('databaseAway', { reason: reasonOf(error) })
      }
    },
  },
  {
    part: 'databaseSettings',
    async run() {
      const weak = await findWeakSettings(db)
      return weak.length > 0 ? warning('settingsWeak', { settings: weak.join(' ') }) : ok('settingsOk')
    },
  },
  {
    part: 'jobs',
    async run() {
      const { rows } = await db.read.execute<Jobs>(sql`
        select count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed,
          string_agg(distinct name, ', ') filter (where state = 'failed' and completed_on > now() - interval '1 day') as names,
          extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and not blocked))::float8 as waits,
          (array_agg(name order by start_after) filter (where state in ('created', 'retry') and not blocked))[1] as "waitingName"
        from pgboss.job where start_after < now()`)
      const { failed, names, waits, waitingName } = rows[0]!
      const minutes = Math.floor((waits ?? 0) / 60)
      if (minutes >= 15) return fault('jobsWaiting', { minutes, name: waitingName ?? '' })
      if (failed > 0) return warning('jobsFailed', { count: failed, names: names ?? '' })
      return ok('jobsOk')
    },
  },
  {
    part: 'events',
    async run() {
      const { rows } = await db.read.execute<{ name: string; waits: number }>(sql`
        select name, extract(epoch from now() - created_at)::float8 as waits from domain_event order by id limit 1`)
      const minutes = Math.floor((rows[0]?.waits ?? 0) / 60)
      return minutes >= 15 ? fault('eventsWaiting', { minutes, name: rows[0]!.name }) : ok('eventsOk')
    },
  },
]

type Jobs = { failed: number; names: string | null; waits: number | null; waitingName: string | null }
