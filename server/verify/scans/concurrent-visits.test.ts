import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { visitBytes } from '#shared/verdict/visits/visit-log-codec.ts'
import { maxPendingVisits } from './scan-statement.ts'
import { createScanStore } from './scan-store.ts'
import { memoryOf, visitBy } from './visitors.fixture.ts'

/** `npm run soak` has more. */
const rounds = Number(process.env.SCAN_ROUNDS ?? 2)
const visits = 200

let world: TestApp
const databases: Database[] = []
beforeAll(async () => {
  world = await testApp()
  for (let i = 0; i < 4; i++) databases.push(openDatabase({ databaseUrl: world.database.url, databaseConnections: 2 }))
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await world?.close()
})

/** The stores of several web processes: each has its own connections and its own queue. */
const storesOf = (processes: number) => databases.slice(0, processes).map((database) => createScanStore(database))

test.each([2, 4])(
  `counts each of ${visits} simultaneous visits of a code through %i processes [VD04]`,
  {
    timeout: 60_000 + rounds * 10_000,
  },
  async (processes) => {
    for (let round = 0; round < rounds; round++) {
      const { address } = (await product(world)).active[0]!
      const stores = storesOf(processes)
      const answers = await Promise.all(
        Array.from({ length: visits }, (_, n) => stores[n % processes]!(visitBy(n, address))),
      )
      const { checks, logged, pendingBytes } = await memoryOf(world, address)
      expect({ checks, logged }).toEqual({ checks: visits, logged: visits })
      // Each answer counts its own visit and those before it: all together they count every number once.
      expect(answers.map((code) => code!.visitLog.checks).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: visits }, (_, n) => n + 1),
      )
      expect(pendingBytes).toBeLessThan(2 * maxPendingVisits * visitBytes)
    }
  },
)

test('counts every visit when 4 processes scan many codes in different orders, without a deadlock [VD04]', {
  timeout: 60_000 + rounds * 10_000,
}, async () => {
  const goods = await Promise.all(Array.from({ length: 8 }, () => product(world)))
  const addresses = goods.flatMap(({ active }) => active.map(({ address }) => address))
  const stores = storesOf(4)
  let next = 0
  for (let round = 0; round < rounds; round++) {
    const first = next
    await Promise.all(
      stores.flatMap((store, process) =>
        Array.from({ length: 12 }, () => {
          next += 1
          const order = process % 2 ? addresses : addresses.toReversed()
          return order.map((address) => store(visitBy(next, address)))
        }).flat(),
      ),
    )
    for (const address of addresses) expect((await memoryOf(world, address)).checks).toBe(next)
    expect(next - first).toBe(48)
  }
  const { rows } = await world.database.query(
    `select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})
