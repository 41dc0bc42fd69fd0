import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { runStatement, withDatabaseName } from './run-statement.ts'

export type TestDatabase = {
  url: string
  name: string
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  drop(): Promise<void>
}

/**
 * Connections are kept, because tests that poll a table would start a process of PostgreSQL for each statement. So a statement
 * must leave no setting and no lock of its session: `set local` instead of `set`.
 */
function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, idleTimeoutMillis: 2_000, allowExitOnIdle: true })
  // A test can end a connection that is idle.
  pool.on('error', () => {})
  return pool
}

let administration: pg.Pool | undefined

/** A database that is cloned from the migrated template. `query` runs as a superuser, without policies. */
export async function cloneDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const adminUrl = inject('adminUrl')
  administration ??= openPool(adminUrl, 1)
  const admin = administration
  // The default strategy writes each page into the log as well, which costs five times as much.
  await admin.query(`create database ${name} template ${template} strategy file_copy owner assay`)
  const pool = openPool(withDatabaseName(adminUrl, name), 4)
  return {
    name,
    url: withDatabaseName(inject('ownerUrl'), name),
    query: (text, values) => pool.query(text, values),
    drop: async () => {
      // Not awaited: a statement that still runs ends with its connection.
      void pool.end()
      await admin.query(`drop database ${name} with (force)`)
    },
  }
}

/** The database of `ownerUrl` on a cluster of the test, which can crash: each statement opens a connection. */
export function databaseOf({ adminUrl, ownerUrl }: { adminUrl: string; ownerUrl: string }): TestDatabase {
  const name = new URL(ownerUrl).pathname.slice(1)
  return {
    name,
    url: ownerUrl,
    query: (text, values) => runStatement(withDatabaseName(adminUrl, name), text, values),
    drop: async () => {
      await runStatement(adminUrl, `drop database ${name} with (force)`)
    },
  }
}
