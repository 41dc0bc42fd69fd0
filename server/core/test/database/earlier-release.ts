import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/core/db/migrate.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'

const folder = join(import.meta.dirname, '../../migrations')

/** A database as an earlier release left it. @param migration the first one that it does not have, such as `0014` */
export async function databaseBefore(migration: string): Promise<TestDatabase> {
  const copy = await mkdtemp(join(tmpdir(), 'assay-migrations-'))
  const database = await cloneDatabase('template1')
  try {
    await cp(folder, copy, { recursive: true })
    const file = join(copy, 'meta/_journal.json')
    const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'))
    const entries = journal.entries.filter(({ tag }) => tag < migration)
    await writeFile(file, JSON.stringify({ ...journal, entries }))
    await migrate(database.url, copy)
    return database
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
