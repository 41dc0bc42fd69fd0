import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyNumbered } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { PgBoss } from 'pg-boss'

const migrationsFolder = join(import.meta.dirname, '../migrations')
/** Any constant: one migration at a time on a database. */
const lock = 0x455347

const queueGrants = `
  grant usage on schema pgboss to app_tenant, app_system;
  grant select, insert on all tables in schema pgboss to app_tenant, app_system;
  alter default privileges in schema pgboss grant select, insert on tables to app_tenant, app_system;`

/** Brings a database to the newest schema: numbered migrations, the job queue, then roles, policies and triggers. */
export async function migrate(databaseUrl: string, folder = migrationsFolder): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'assay migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await applyNumbered(drizzle({ client }), { migrationsFolder: folder })
    await client.query(await readFile(join(migrationsFolder, 'guard.sql'), 'utf8'))
    await installQueue(databaseUrl)
    await client.query(queueGrants)
  } finally {
    await client.end()
  }
}

async function installQueue(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false, max: 2 })
  await boss.start()
  await boss.stop({ graceful: false })
}
