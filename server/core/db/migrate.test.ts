import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#server/core/test/database/database.ts'
import { migrate } from './migrate.ts'

const folder = join(import.meta.dirname, '../migrations')

test('produces the declared tables by the numbered migrations', async () => {
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

test('migrates an empty database by two processes at once, and can be repeated', async () => {
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

test('append-only tables are frozen soon after an insert, and counters have space for updates', async () => {
  const database = await cloneDatabase()
  try {
    const { rows } = await database.query(
      `select c.relname as name, c.reloptions as own, t.reloptions as toast
       from pg_class c left join pg_class t on t.oid = c.reltoastrelid
       where c.relname in ('activation', 'anchor_commitment', 'code_order') order by name`,
    )
    const frozen = expect.arrayContaining(['autovacuum_freeze_min_age=0'])
    expect(rows).toEqual([
      { name: 'activation', own: frozen, toast: null },
      { name: 'anchor_commitment', own: frozen, toast: frozen },
      { name: 'code_order', own: ['fillfactor=70'], toast: null },
    ])
  } finally {
    await database.drop()
  }
})

test('waits for no query at an unchanged start, and runs the policies again after a change', async () => {
  const database = await cloneDatabase()
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  try {
    await reader.query('begin; lock table scan, activation, account in access share mode')
    await migrate(database.url)
    await reader.query('rollback')
    await database.query('drop policy tenant on scan; update drizzle.repeatable set state = $$other$$')
    await migrate(database.url)
    const { rows } = await database.query(`select from pg_policies where policyname = 'tenant' and tablename = 'scan'`)
    expect(rows).toHaveLength(1)
  } finally {
    await reader.end()
    await database.drop()
  }
}, 20_000)

test('applies a numbered migration that a database does not have, once, and the repeatable files after it', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'assay-migrations-'))
  const database = await cloneDatabase('template1')
  try {
    await migrate(database.url)
    await cp(folder, copy, { recursive: true })
    const file = join(copy, 'meta/_journal.json')
    const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(await readFile(file, 'utf8'))
    const last = journal.entries.at(-1)!
    const next = {
      ...last,
      idx: last.idx + 1,
      when: last.when + 1,
      tag: `${String(last.idx + 1).padStart(4, '0')}_next`,
    }
    await writeFile(file, JSON.stringify({ ...journal, entries: [...journal.entries, next] }))
    await writeFile(
      join(copy, `${next.tag}.sql`),
      'create table added (id uuid primary key, merchant_id uuid not null)',
    )
    for (let run = 0; run < 2; run++) await migrate(database.url, copy)
    const { rows } = await database.query(`select policyname from pg_policies where tablename = 'added' order by 1`)
    expect(rows.map(({ policyname }) => policyname)).toEqual(['backup', 'system', 'tenant'])
  } finally {
    await database.drop()
    await rm(copy, { recursive: true, force: true })
  }
})

test('refuses a database that a newer version has migrated, and changes nothing in it', async () => {
  const database = await cloneDatabase()
  try {
    await database.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`)
    await database.query(`update drizzle.repeatable set state = 'other'`)
    await expect(migrate(database.url)).rejects.toThrow('migrated by a newer version of Assay')
    const { rows } = await database.query('select state from drizzle.repeatable')
    expect(rows).toEqual([{ state: 'other' }])
  } finally {
    await database.drop()
  }
})
