import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { runStatement, withDatabaseName } from './run-statement.ts'

export type TestDatabase = {
  url: string
  name: string
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  drop(): Promise<void>
}

/** A database that is cloned from the migrated template. `query` runs as a superuser, without policies. */
export async function cloneDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const adminUrl = inject('adminUrl')
  // The default strategy writes each page into the log as well, which costs five times as much.
  await runStatement(adminUrl, `create database ${name} template ${template} strategy file_copy owner assay`)
  return databaseOf({ adminUrl, ownerUrl: withDatabaseName(inject('ownerUrl'), name) })
}

/** The database of `ownerUrl`, on a cluster of the test or of the test run. */
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
