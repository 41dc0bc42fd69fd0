import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#server/core/test/database/database.ts'
import { databaseBefore } from '#server/core/test/database/earlier-release.ts'
import { addVisit, emptyVisitLog } from '#shared/verdict/visits/visit-log.ts'
import { decodeVisitLog } from '#shared/verdict/visits/visit-log-codec.ts'
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

test('VD03 keeps a first scan that was stored without its visit log', async () => {
  const database = await databaseBefore('0014')
  try {
    const at = '2026-03-04T05:06:07Z'
    const visitor = `${'a1b2c3d4'.padEnd(24, '0')}beef0142`
    await database.query(
      `insert into scan (merchant_id, sku_id, order_id, address, kind, verdict, at, visitor, country, lat, lng)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), lpad(n::text, 32, '0')::uuid, kind, verdict, $1::timestamptz,
         decode($2, 'hex'), country, lat, lng
       from (values (1, 'VERIFY', 'genuine', 'SG', 1.35, -103.82), (2, 'VERIFY', 'genuine', null, null, null),
                    (3, 'VERIFY', 'unknown', 'SG', 1.35, 103.82), (4, 'REDIRECT', 'genuine', 'SG', 1.35, 103.82))
         as old (n, kind, verdict, country, lat, lng)`,
      [at, visitor],
    )
    await migrate(database.url)
    const minute = Math.floor(Date.parse(at) / 60_000)
    const visit = { minute, visitor: 0xa1b2c3d4, kind: 0xbeef, version: 0x0142 }
    const trails = [
      { country: 'SG', place: { lat: 1.35, lng: -103.82 } },
      { country: '', place: null },
    ].map((where) => addVisit(emptyVisitLog, { ...visit, ...where, network: null }))
    const { rows } = await database.query('select trail from scan_old order by address')
    expect(rows.map(({ trail }) => trail && decodeVisitLog(trail))).toEqual([...trails, null, null])
  } finally {
    await database.drop()
  }
})

test('VD07 treats a recall that was stored without its public time as public at once', async () => {
  const database = await databaseBefore('0018')
  try {
    await database.query(
      `insert into recall (merchant_id, scope, target, message, created_at)
       values (gen_random_uuid(), 'sku', gen_random_uuid(), 'Bring it back', '2026-03-04T05:06:07Z')`,
    )
    await migrate(database.url)
    const { rows } = await database.query('select public_at = created_at as same from recall')
    expect(rows).toEqual([{ same: true }])
  } finally {
    await database.drop()
  }
})
