import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyNumbered } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { quotas } from '#shared/app/quotas.ts'

const migrationsFolder = join(import.meta.dirname, '../migrations')
/** The key of an advisory lock (any constant): only one migration at a time runs on a database. */
const lock = 0x455347

const queueGrants = `
  grant usage on schema pgboss to app_tenant, app_system;
  grant select, insert on all tables in schema pgboss to app_tenant, app_system;
  alter default privileges in schema pgboss grant select, insert on tables to app_tenant, app_system;
  grant usage on schema pgboss to app_backup;
  grant select on all tables in schema pgboss to app_backup;
  grant select on all sequences in schema pgboss to app_backup;
  alter default privileges in schema pgboss grant select on tables to app_backup;
  alter default privileges in schema pgboss grant select on sequences to app_backup;`

/** In this order: roles and policies, then triggers, then storage parameters, then the partitions of scans. */
const guards = ['roles', 'rls', 'integrity', 'log', 'audit', 'sync', 'sessions', 'quota']
const repeatableFiles = [...guards.map((name) => `guard/${name}.sql`), 'storage.sql', 'scan-partitions.sql']

/** Counts the rows of the tables that quotas limit. */
const countRows = Object.values(quotas).flatMap(({ name, table }) =>
  table ? [`select quota_track('${table}', '${name}');`] : [],
)

/** Brings a database to the newest schema: numbered migrations, the repeatable statements, then the job queue. */
export async function migrate(databaseUrl: string, folder = migrationsFolder): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'assay migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await refuseNewer(client, folder)
    await applyNumbered(drizzle({ client }), { migrationsFolder: folder })
    await applyRepeatable(client)
    await installQueue(databaseUrl)
    await client.query(queueGrants)
  } finally {
    await client.end()
  }
}

/** The database has migrations that this program does not know. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/** The time of the newest migration that a database has, ms; undefined if it has none. */
export async function lastAppliedMigration(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!rows[0]!.exists) return undefined
  const { rows: applied } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  return applied[0]!.last === null ? undefined : Number(applied[0]!.last)
}

/** A database of a newer version has columns and rules that this program would break, so it does not start. */
async function refuseNewer(client: pg.Client, folder: string): Promise<void> {
  const last = await lastAppliedMigration(client)
  const { entries } = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  if ((last ?? 0) <= Math.max(0, ...entries.map(({ when }) => when))) return
  throw new NewerDatabaseError(
    'The database was migrated by a newer version of Assay. Start that version or a newer one, or restore the restore point that was ' +
      'made before the upgrade: docs/operations.md.',
  )
}

/** Creates the roles of the policies where they are missing: a dump grants rights to them. */
export async function ensureRoles(client: pg.Client): Promise<void> {
  await client.query(await readFile(join(migrationsFolder, 'guard/roles.sql'), 'utf8'))
}

/**
 * Runs the repeatable statements if they, the applied migrations or the roles differ from the last run. They lock every table,
 * so a start without a change must not run them: they would wait for each long query, and scans would wait for them.
 */
async function applyRepeatable(client: pg.Client): Promise<void> {
  const files = await Promise.all(repeatableFiles.map((name) => readFile(join(migrationsFolder, name), 'utf8')))
  const texts = [...files, countRows.join('\n')]
  const currentState = async () => {
    const { rows } = await client.query<{ known: string }>(
      `select concat_ws(' ', (select count(*) from drizzle.__drizzle_migrations),
         (select string_agg(oid::text, ' ' order by oid) from pg_roles where rolname = any($1))) as known`,
      [['app_tenant', 'app_system', 'app_public', 'app_backup']],
    )
    return hash('sha256', `${rows[0]!.known} ${texts.join('')}`)
  }
  await client.query('create table if not exists drizzle.repeatable (state text not null)')
  const { rows } = await client.query<{ state: string }>('select state from drizzle.repeatable')
  if (rows[0]?.state === (await currentState())) return
  for (const text of texts) await client.query(text)
  await client.query('delete from drizzle.repeatable')
  await client.query('insert into drizzle.repeatable values ($1)', [await currentState()])
}

async function installQueue(connectionString: string): Promise<void> {
  const queue = new PgBoss({ connectionString, supervise: false, schedule: false, max: 2 })
  await queue.start()
  await queue.stop({ graceful: false })
}
