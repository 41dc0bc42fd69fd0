import pg from 'pg'
import type { Manifest } from '#server/backup/manifest.ts'
import { asTx } from '#server/core/db/database.ts'
import { signedCheckpoint } from '#server/transparency/service.ts'

/** What a backup says about the database, and the snapshot in which all of it is true. */
export type Snapshot = Pick<Manifest, 'tables' | 'migrations' | 'snapshotAt' | 'log'> & {
  /** The name by which pg_dump reads the same state. */
  id: string
  serverVersion: string
  serverMajor: number
  databaseBytes: number
  /** The names of all stored files that a row refers to. */
  files: string[]
}

/**
 * Rows of each table in one statement. The caller's role must see all rows. A partitioned table is counted by its partitions.
 */
export async function countRows(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: string }>(
    `select name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s', name), false, true, '')))[1]::text as count
     from (select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'drizzle', 'pgboss')) named order by name`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

/** The role that the migrations create for backups: it sees every row and changes nothing. */
export const asBackup = `set local role app_backup; set local row_security = on`

/** Runs `work` while the snapshot exists: one state of the database, however much is written meanwhile. */
export async function withSnapshot<T>(databaseUrl: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'assay backup', keepAlive: true })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `${asBackup}; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0`,
    )
    const { rows } = await client.query<{ id: string; at: Date; version: string; num: string; bytes: string }>(
      `select pg_export_snapshot() as id, transaction_timestamp() as at, current_setting('server_version') as version,
         current_setting('server_version_num') as num, pg_database_size(current_database()) as bytes`,
    )
    const { id, at, version, num, bytes } = rows[0]!
    const migrations = await client.query<{ count: string; last: string }>(
      'select count(*) as count, max(created_at) as last from drizzle.__drizzle_migrations',
    )
    const files = await client.query<{ name: string }>(
      `select hash as name from stored_file union select file from sync_blob where file is not null union select file from audit_seal`,
    )
    const { count, last } = migrations.rows[0]!
    return await work({
      id,
      snapshotAt: at.toISOString(),
      serverVersion: version,
      serverMajor: Math.floor(Number(num) / 10_000),
      databaseBytes: Number(bytes),
      migrations: { count: Number(count), last: Number(last) },
      tables: await countRows(client),
      log: await signedCheckpoint(asTx(client as unknown as pg.PoolClient)),
      files: files.rows.map(({ name }) => name),
    })
  } finally {
    await client.end()
  }
}
