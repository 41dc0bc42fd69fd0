import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { scanRetentionRule } from './retention.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const before = new Date('2021-03-20T00:00:00Z')
const remove = () => scanRetentionRule.remove!(world.services, before, new Map())
const owner = (text: string) => world.services.db.owner((client) => client.query(text))
const namesOf = async (like: string) =>
  (await world.database.query('select relname from pg_class where relname ~ $1 order by relname', [like])).rows.map(
    ({ relname }) => relname,
  )
const oldPartitions = () => namesOf('^scan_y202[01]m..$')
const scansOf = async (address: string) =>
  (await world.database.query('select at from scan where address = $1 order by at', [address])).rows.length
const store = (address: string, at: string) =>
  world.database.query(
    `insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
     values ($2, 0, 0, 0, 'v', 'g', gen_random_uuid(), gen_random_uuid(), $1)`,
    [address, at],
  )

let address: string
beforeEach(async () => {
  address = crypto.randomUUID()
  for (const at of ['2021-01-31T23:59:59Z', '2021-02-01T00:00:00Z', '2021-03-01T00:00:00Z']) {
    await owner(`select ensure_scan_partition('${at}')`)
    await store(address, at)
  }
  await world.database.query("insert into code_visits (address, visits) values ($1, 'abc')", [address])
})

test('drops whole months that are older than the setting, and keeps the memory of codes', async () => {
  await store(address, new Date().toISOString())
  await world.database.query('analyze scan')
  expect(await remove()).toEqual({ removed: 1, hasMore: true })
  expect(await remove()).toEqual({ removed: 1, hasMore: false })
  expect(await remove()).toEqual({ removed: 0, hasMore: false })
  expect(await oldPartitions()).toEqual(['scan_y2021m03'])
  expect(await scansOf(address)).toBe(2)
  const { rowCount } = await world.database.query('select from code_visits where address = $1', [address])
  expect(rowCount).toBe(1)
})

test('times out when a long transaction reads, delays no scan for long, and drops a month in the next run', async () => {
  const result = await world.services.db.owner(async (client) => {
    await client.query('begin')
    await client.query('select count(*) from scan')
    const removal = remove().catch((error) => error)
    await sleep(300)
    const start = performance.now()
    await store(address, new Date().toISOString())
    const waited = performance.now() - start
    const error = await removal
    await client.query('rollback')
    return { waited, error }
  })
  expect(result.error.cause ?? result.error).toMatchObject({ code: '55P03' })
  expect(result.waited).toBeLessThan(5_000)
  expect(await oldPartitions()).toContain('scan_y2021m01')
  expect(await remove()).toMatchObject({ hasMore: true })
  expect(await oldPartitions()).not.toContain('scan_y2021m01')
})

test('drops a month that was detached before a crash', async () => {
  await owner('alter table scan detach partition scan_y2021m02')
  expect(await remove()).toMatchObject({ hasMore: true })
  expect(await oldPartitions()).toEqual(['scan_y2021m01', 'scan_y2021m03'])
})
