import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { type Database, openDatabase, type Tx } from '#server/core/db/database.ts'
import { testEnvironment } from '#server/core/test/config.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { closeEpoch, epochMs } from './epoch.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ databaseUrl: database.url, databaseConnections: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const addBatch = () =>
  database.query(
    `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels) values ('batch', $1, $1, $2, 1, $2)`,
    [randomUUID(), randomBytes(32)],
  )
const close = (everyMs: number) => db.system((tx) => closeEpoch(tx, everyMs))
/** Moves the stored timestamps into the past. */
const age = (seconds: number) =>
  database.query(`update anchor_commitment set created_at = created_at - $1 * interval '1 second'`, [seconds])

test('VE03 closes an epoch with all waiting batches, and the next one only after the configured interval', async () => {
  const everyMs = epochMs(loadConfig({ ...testEnvironment(database.url), BITCOIN_EPOCH_SECONDS: '600' }), 'mainnet')
  await addBatch()
  await addBatch()
  expect(await close(everyMs)).toBe(true)
  await addBatch()
  expect(await close(everyMs)).toBe(false)
  await age(590)
  expect(await close(everyMs)).toBe(false)
  await age(10)
  expect(await close(everyMs)).toBe(true)
  const { rows } = await database.query(
    `select size from anchor_commitment where kind = 'epoch' order by created_at, id`,
  )
  expect(rows).toEqual([{ size: 2 }, { size: 1 }])
})

test('VE03 finds the last epoch and the waiting batches by indexes, among many that are anchored', async () => {
  await database.query(
    `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels, parent_id, created_at)
     select 'batch', id, id, sha256(id::text::bytea), 1, '', id, now() - n * interval '1 minute'
     from (select n, gen_random_uuid() as id from generate_series(1, 20000) n) as batch`,
  )
  await database.query('analyze anchor_commitment')
  await addBatch()
  await addBatch()
  const scanned = await db.system(async (tx) => {
    // Counts of earlier transactions may not have been reported yet.
    const before = await scansOf(tx)
    expect(await closeEpoch(tx, 0)).toBe(true)
    const after = await scansOf(tx)
    return { scans: after.scans - before.scans, rows: after.rows - before.rows }
  })
  expect(scanned.scans).toBe(0)
  expect(scanned.rows).toBeLessThan(20)
})

async function scansOf(tx: Tx) {
  const { rows } = await tx.execute<{ scans: number; rows: number }>(sql`
    select seq_scan::int as scans, idx_tup_fetch::int as rows from pg_stat_xact_user_tables
    where relname = 'anchor_commitment'`)
  return rows[0]!
}

test('VE03 waits one hour between epochs of a public network by default, and not at all on regtest', () => {
  const config = loadConfig(testEnvironment(database.url))
  expect(epochMs(config, 'mainnet')).toBe(3_600_000)
  expect(epochMs(config, 'signet')).toBe(3_600_000)
  expect(epochMs(config, 'regtest')).toBe(0)
})
