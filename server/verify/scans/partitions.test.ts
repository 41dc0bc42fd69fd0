import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { ensureScanPartitions, scanPartitionsOlderThan } from './partitions.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())

const monthOf = (at: Date) => `scan_y${at.getUTCFullYear()}m${String(at.getUTCMonth() + 1).padStart(2, '0')}`
const addMonths = (n: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1))
}
const store = (at: Date) =>
  world.database.query(
    `insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
     values ($1, 0, 0, 0, 'v', 'g', gen_random_uuid(), gen_random_uuid(), gen_random_uuid()) returning tableoid::regclass::text as partition`,
    [at],
  )
const partitionOf = async (at: Date): Promise<string> => (await store(at)).rows[0].partition

test('creates partitions for this month and the next two, reachable through the parent table only', async () => {
  for (const n of [0, 1, 2]) expect(await partitionOf(addMonths(n))).toBe(monthOf(addMonths(n)))
  const { read, publicPool } = world.services.db
  const refused = [
    () => read.execute(sql.raw(`select from ${monthOf(new Date())}`)),
    () => publicPool.query(`select from ${monthOf(new Date())}`),
    () => publicPool.query('select from scan'),
    () => publicPool.query('select from scan_default'),
    () =>
      world.services.db.tenant(crypto.randomUUID(), (tx) => tx.execute(sql.raw(`select from ${monthOf(new Date())}`))),
  ]
  for (const query of refused) {
    const error = await query().then(
      () => undefined,
      (thrown) => thrown.cause ?? thrown,
    )
    expect(error).toMatchObject({ code: '42501' })
  }
  const { rows } = await world.database.query(
    `select array_to_string(reloptions, ',') as options from pg_class where relname = $1`,
    [monthOf(new Date())],
  )
  expect(rows[0].options).toContain('autovacuum_freeze_min_age=0')
})

test('scans of a month without a partition are kept and reported, and move when it is created', async () => {
  const [near, far] = [addMonths(3), addMonths(240)]
  expect(await partitionOf(near)).toBe('scan_default')
  expect(await partitionOf(far)).toBe('scan_default')
  expect(await ensureScanPartitions(world.services.db)).toEqual({ unplaced: 2 })
  await world.services.db.owner((client) => client.query('select ensure_scan_partition($1)', [near]))
  expect(await ensureScanPartitions(world.services.db)).toEqual({ unplaced: 1 })
  const { rows } = await world.database.query('select tableoid::regclass::text as partition from scan where at = $1', [
    near,
  ])
  expect(rows).toEqual([{ partition: monthOf(near) }])
})

test('creates a partition while a scan is stored and another transaction reads all scans', async () => {
  const month = addMonths(4)
  await world.services.db.owner(async (reader) => {
    await reader.query('begin')
    await reader.query(`insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
      select now(), 0, 0, 0, 'v', 'g', gen_random_uuid(), gen_random_uuid(), gen_random_uuid() where false`)
    await world.services.db.owner((client) => client.query('select ensure_scan_partition($1)', [month]))
    await reader.query('rollback')
  })
  expect(await partitionOf(month)).toBe(monthOf(month))
})

test('lists the partitions that are older than a moment, oldest first, with their size', async () => {
  const months = [-14, -13, -12].map(addMonths)
  for (const month of months)
    await world.services.db.owner((client) => client.query('select ensure_scan_partition($1)', [month]))
  await store(months[0]!)
  const old = await world.services.db.system((tx) => scanPartitionsOlderThan(tx, months[2]!))
  expect(old).toMatchObject([
    { name: monthOf(months[0]!), from: months[0], to: months[1] },
    { name: monthOf(months[1]!), from: months[1], to: months[2] },
  ])
  expect(old[0]!.bytes).toBeGreaterThan(8000)
})
