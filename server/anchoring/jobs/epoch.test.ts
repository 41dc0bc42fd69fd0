import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { type Database, openDatabase, type Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { testEnvironment } from '#server/core/test/config.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { closeEpoch, epochMs } from './epoch.ts'
import { closeRound, roundMs } from './round.ts'
import { verifyCommitment } from './verify-commitment.ts'

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

const sizes = async (kind: string) => {
  const { rows } = await database.query('select size from anchor_commitment where kind = $1 order by created_at, id', [
    kind,
  ])
  return rows.map(({ size }) => size)
}
/** A batch in a round of its own, whose transfer is signed. */
async function addRound(): Promise<void> {
  await addBatch()
  await closeRoundAfter(0)
  await signRounds()
}
const signRounds = () =>
  database.query(`update anchor_job set state = 'SENT', network = 'mainnet' where chain = 'catapult'`)
const closeRoundAfter = (everyMs: number) => db.system((tx) => closeRound(tx, everyMs))
/** As if every epoch had been signed. */
const sign = () => database.query(`update anchor_job set state = 'SENT', network = 'mainnet' where chain = 'bitcoin'`)
const reset = () => database.query('truncate anchor_commitment, anchor_job, anchor_attempt')

test('closes a round when its oldest batch has waited, or when 10,000 codes wait [VE03]', async () => {
  await reset()
  const everyMs = roundMs(loadConfig(testEnvironment(database.url)), 'mainnet')
  expect(everyMs).toBe(30_000)
  expect(roundMs({ catapultEpochSeconds: 30 }, 'local')).toBe(0)
  expect(await closeRoundAfter(0)).toBe(false)
  await addBatch()
  await addBatch()
  expect(await closeRoundAfter(everyMs)).toBe(false)
  await age(30)
  await addBatch()
  expect(await closeRoundAfter(everyMs)).toBe(true)
  expect(await sizes('round')).toEqual([3])
  await signRounds()
  await database.query(
    `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels) values ('batch', $1, $1, $2, 9999, '')`,
    [randomUUID(), randomBytes(32)],
  )
  expect(await closeRoundAfter(everyMs)).toBe(false)
  await addBatch()
  expect(await closeRoundAfter(everyMs)).toBe(true)
  expect(await sizes('round')).toEqual([3, 2])
  const { rows } = await database.query(`select chain, count(*)::int from anchor_job group by chain`)
  expect(rows).toEqual([{ chain: 'catapult', count: 2 }])
})

test('joins rounds that no transfer contains yet, except those that an epoch contains [VE03]', async () => {
  await reset()
  const add = async () => {
    await addBatch()
    await closeRoundAfter(0)
  }
  await add()
  const [first] = (await database.query(`select created_at from anchor_commitment where kind = 'round'`)).rows
  await add()
  await add()
  expect(await sizes('round')).toEqual([3])
  expect(await closeRoundAfter(0)).toBe(false)
  // Rounds that were made while another one was being signed.
  for (let round = 0; round < 2; round++) {
    await addBatch()
    await database.query(
      `with made as (insert into anchor_commitment (kind, root, size, levels) select 'round', $1::bytea, 1, $1 returning id),
         job as (insert into anchor_job (commitment_id, chain) select id, 'catapult' from made)
       update anchor_commitment set parent_id = (select id from made), parent_idx = 0 where kind = 'batch' and parent_id is null`,
      [randomBytes(32)],
    )
  }
  expect(await closeRoundAfter(3_600_000)).toBe(true)
  const { rows } = await database.query(
    `select r.id, r.created_at, r.size, array_agg(b.parent_idx order by b.parent_idx) as places, count(distinct j.id)::int as jobs
     from anchor_commitment r join anchor_commitment b on b.parent_id = r.id join anchor_job j on j.commitment_id = r.id group by r.id`,
  )
  expect(rows).toMatchObject([{ created_at: first.created_at, size: 5, places: [0, 1, 2, 3, 4], jobs: 1 }])
  await db.system((tx: Tx) => verifyCommitment(tx, rows[0].id))
  await close(0)
  await add()
  await add()
  expect(await sizes('round')).toEqual([5, 2])
  await signRounds()
  await add()
  expect(await sizes('round')).toEqual([5, 2, 1])
})

test('closes an epoch with all waiting rounds, and the next one only after the configured interval [VE03]', async () => {
  await reset()
  const everyMs = epochMs(loadConfig({ ...testEnvironment(database.url), BITCOIN_EPOCH_SECONDS: '600' }), 'mainnet')
  await addRound()
  await addRound()
  expect(await close(everyMs)).toBe(true)
  await sign()
  await addRound()
  expect(await close(everyMs)).toBe(false)
  await age(590)
  expect(await close(everyMs)).toBe(false)
  await age(10)
  expect(await close(everyMs)).toBe(true)
  expect(await sizes('epoch')).toEqual([2, 1])
})

test('adds new rounds to an unsigned epoch, and merges several unsigned epochs [VE03]', async () => {
  await reset()
  await addRound()
  await close(0)
  await addRound()
  expect(await close(3_600_000)).toBe(true)
  expect(await close(0)).toBe(false)
  expect(await sizes('epoch')).toEqual([2])
  // Epochs that were made while another one was being signed.
  for (let epoch = 0; epoch < 2; epoch++) {
    await addRound()
    await database.query(
      `with made as (insert into anchor_commitment (kind, root, size, levels) select 'epoch', $1::bytea, 1, $1 returning id),
         job as (insert into anchor_job (commitment_id, chain) select id, 'bitcoin' from made)
       update anchor_commitment set parent_id = (select id from made), parent_idx = 0 where kind = 'round' and parent_id is null`,
      [randomBytes(32)],
    )
  }
  await addRound()
  expect(await close(0)).toBe(true)
  expect(await sizes('epoch')).toEqual([5])
  const { rows } = await database.query(
    `select count(*)::int as jobs, (select array_agg(c.parent_idx order by c.parent_idx) from anchor_commitment c
       join anchor_commitment e on e.id = c.parent_id and e.kind = 'epoch') as places from anchor_job where chain = 'bitcoin'`,
  )
  expect(rows).toEqual([{ jobs: 1, places: [0, 1, 2, 3, 4] }])
  const epoch = await database.query(`select id from anchor_commitment where kind = 'epoch'`)
  await db.system((tx) => verifyCommitment(tx, epoch.rows[0].id))
})

test('does not change an epoch while it is signed [VE03]', async () => {
  await reset()
  await addRound()
  await close(0)
  await addRound()
  await db.system(async (tx) => {
    await tx.execute(sql`select from anchor_job where chain = 'bitcoin' for update`)
    expect(await close(0)).toBe(true)
  })
  expect(await sizes('epoch')).toEqual([1, 1])
})

test('puts more than 4,096 roots in one epoch [VE03]', async () => {
  await reset()
  await database.query(
    `insert into anchor_commitment (kind, root, size, levels)
     select 'round', root, 1, root from (select sha256(n::text::bytea) as root from generate_series(1, 5000) n) made`,
  )
  expect(await close(0)).toBe(true)
  expect(await sizes('epoch')).toEqual([5000])
})

test('finds the last epoch and the waiting rounds by indexes, among many that are anchored [VE03]', async () => {
  await reset()
  await database.query(
    `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels, parent_id, created_at)
     select 'batch', id, id, sha256(id::text::bytea), 1, '', id, now() - n * interval '1 minute'
     from (select n, gen_random_uuid() as id from generate_series(1, 20000) n) as batch`,
  )
  await database.query('analyze anchor_commitment')
  await addRound()
  await addRound()
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

test('waits one hour between epochs of a public network by default, and not at all on regtest [VE03]', () => {
  const config = loadConfig(testEnvironment(database.url))
  expect(epochMs(config, 'mainnet')).toBe(3_600_000)
  expect(epochMs(config, 'signet')).toBe(3_600_000)
  expect(epochMs(config, 'regtest')).toBe(0)
})
