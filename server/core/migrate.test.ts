import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { cloneDatabase } from './test/database.ts'

const folder = join(import.meta.dirname, 'migrations')

test('the numbered migrations say what the tables say', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'assay-migrations-'))
  try {
    await cp(folder, copy, { recursive: true })
    const env = { ...process.env, MIGRATIONS_DIR: copy }
    await promisify(execFile)('drizzle-kit', ['generate'], { env, timeout: 60_000 })
    expect((await readdir(copy)).sort()).toEqual((await readdir(folder)).sort())
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
})

test('an empty database is migrated by two processes at once, and again', async () => {
  const database = await cloneDatabase('template1')
  try {
    await Promise.all([migrate(database.url), migrate(database.url)])
    await migrate(database.url)
    const { rows } = await database.query(
      `select count(*)::int as guarded from pg_policies where policyname = 'tenant'`,
    )
    expect(rows[0].guarded).toBeGreaterThan(10)
  } finally {
    await database.drop()
  }
})
