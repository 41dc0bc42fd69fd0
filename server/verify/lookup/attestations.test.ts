import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeRound } from '#server/anchoring/jobs/round.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import type { CodeRow } from '#server/verify/scans/scan-store.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'
import { createAttestationLookup } from './attestations.ts'
import { createProductLookup } from './products.ts'

let world: TestApp
let goods: Product
/** Names of the queries that the lookup has sent. */
let sent: string[] = []
let find: ReturnType<typeof createAttestationLookup>

beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())
beforeEach(async () => {
  goods = await product(world)
  await world.services.db.system((tx) => closeRound(tx, 0))
  sent = []
  find = createAttestationLookup(recorder())
})

/** Sends the queries to the database, and stores their names. */
function recorder(): pg.Pool {
  const query = (config: pg.QueryConfig) => {
    sent.push(config.name!)
    return world.services.db.publicPool.query(config)
  }
  return { query } as unknown as pg.Pool
}

const lookUp = (by = find) => {
  const code = { address: goods.active[0]!.address, batch_id: goods.batchId, sku_id: goods.skuId, idx: 0 }
  return by(code as CodeRow)
}
const expire = () => pause(1_050)

test('checks a known batch after a second by a small query, and keeps its data while no row changed [VE03]', async () => {
  const first = await lookUp()
  expect(first?.chips.catapult.state).toBe('PENDING')
  expect(sent).toContain('verify_batches')
  sent = []
  expect(await lookUp()).toBe(first)
  expect(sent).toEqual([])
  await expire()
  expect(await lookUp()).toBe(first)
  expect(sent).toEqual(['verify_batch_states'])
})

test('keeps no more bytes than it may, whatever the number of batches is', async () => {
  const small = createAttestationLookup(recorder(), 500)
  const attested = await lookUp(small)
  expect(await lookUp(small)).toEqual(attested)
  expect(sent.filter((name) => name === 'verify_batches')).toHaveLength(2)
})

test.each([
  [
    'job',
    `update anchor_job set state = 'FAILED' where commitment_id = (select parent_id from anchor_commitment where batch_id = $1)`,
  ],
  ['root', `update anchor_commitment set root = sha256(root) where batch_id = $1`],
  [
    'leaf of another code',
    `update anchor_commitment set levels = set_byte(levels, 32, 255 - get_byte(levels, 32)) where batch_id = $1`,
  ],
])('reports a changed %s of a known batch within a second [VE03]', async (_, statement) => {
  expect((await lookUp())?.chips.catapult.state).toBe('PENDING')
  await world.database.query(statement, [goods.batchId])
  await expire()
  expect((await lookUp())?.chips.catapult.state).toBe('FAILED')
})

test('reports a changed payload of a known batch within a second [VE03]', async () => {
  expect((await lookUp())?.chips.catapult.state).toBe('PENDING')
  await world.database.query('alter table payload disable trigger append_only')
  await world.database.query('alter table payload drop constraint if exists payload_digest')
  await world.database.query(`update payload set bytes = bytes || ' ' where batch_id = $1`, [goods.batchId])
  await expire()
  expect((await lookUp())?.chips.catapult.state).toBe('FAILED')
})

test('keeps the data of a product until a row of it changes [VE02]', async () => {
  const findProduct = createProductLookup(world.services.db)
  const first = await findProduct(goods.skuId)
  await pause(2_050)
  expect(await findProduct(goods.skuId)).toBe(first)
  await world.database.query(`update sku set name = 'Purse' where id = $1`, [goods.skuId])
  await pause(2_050)
  expect((await findProduct(goods.skuId))?.names.name).toBe('Purse')
})
