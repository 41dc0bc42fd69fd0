import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { findWeakSettings } from './settings-check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

async function weakWith(...settings: string[]): Promise<string> {
  const name = new URL(database.url).pathname.slice(1)
  await database.query(`alter database ${name} reset all`)
  for (const setting of settings) await database.query(`alter database ${name} set ${setting}`)
  const db = openDatabase({ databaseUrl: database.url, databaseConnections: 2 })
  try {
    return (await findWeakSettings(db)).join('\n')
  } finally {
    await db.close()
  }
}

test('names each unsafe or small setting with its value and a better one', async () => {
  const weak = await weakWith('synchronous_commit = off', 'random_page_cost = 4')
  // The tests' PostgreSQL runs without fsync and with 128 MB.
  expect(weak).toContain('PostgreSQL has fsync = off: set on')
  expect(weak).toContain('PostgreSQL has shared_buffers = 128MB: set about a quarter')
  expect(weak).toContain('PostgreSQL has checkpoint_timeout = 5min: set 15min')
  expect(weak).toContain('PostgreSQL has synchronous_commit = off: set on')
  expect(weak).toContain('PostgreSQL has random_page_cost = 4: set 1.1')
})

test('reports no setting that is large enough', async () => {
  const weak = await weakWith('random_page_cost = 1.1')
  expect(weak).not.toContain('random_page_cost')
  expect(weak).not.toContain('autovacuum')
  expect(weak).not.toContain('synchronous_commit')
})
