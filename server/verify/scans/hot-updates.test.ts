import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/core/db/migrate.ts'
import { type Cluster, startCluster } from '#server/core/test/database/cluster.ts'
import { databaseOf } from '#server/core/test/database/database.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { createScanStore } from './scan-store.ts'
import { visitBy } from './visitors.fixture.ts'

/** Some codes are visited more often than others. */
const visitsOf = (code: number) => 5 * (code + 1)

/** A server of its own: long transactions of other tests would keep old versions of rows in their pages. */
let cluster: Cluster
let world: TestApp
beforeAll(async () => {
  cluster = await startCluster('assay_visits')
  const database = databaseOf(cluster)
  await migrate(database.url)
  world = await testApp({ database })
})
afterAll(async () => {
  await world?.close()
  await cluster?.remove()
})

const updates = async (): Promise<{ all: number; hot: number }> => {
  const { rows } = await world.database.query(
    `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'recent_visits_0'`,
  )
  return rows[0]
}

test('leaves the index of the memory alone in at least 95 % of repeated visits [VD04]', async () => {
  const goods = await Promise.all(Array.from({ length: 4 }, () => product(world)))
  const addresses = goods.flatMap(({ active }) => active.map(({ address }) => address))
  const store = createScanStore(world.services.db)
  for (const address of addresses) {
    await store(visitBy(0, address))
    // Codes that were visited once lie between them.
    await world.database.query(
      `insert into recent_visits (run, address, visits) select 0, gen_random_uuid(), decode(repeat('01', 20), 'hex') from generate_series(1, 500)`,
    )
  }
  let made = 0
  for (let n = 1; n < visitsOf(addresses.length - 1); n++) {
    const visited = addresses.filter((_, code) => n < visitsOf(code))
    made += visited.length
    await Promise.all(visited.map((address) => store(visitBy(n, address))))
  }
  // PostgreSQL counts some seconds late.
  await expect.poll(async () => (await updates()).all, { timeout: 30_000 }).toBeGreaterThanOrEqual(made)
  const { all, hot } = await updates()
  expect(hot / all).toBeGreaterThanOrEqual(0.95)
})
