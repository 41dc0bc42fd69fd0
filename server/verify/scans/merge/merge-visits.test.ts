import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { runCount } from '#server/verify/scans/scan-statement.ts'
import { createScanStore } from '#server/verify/scans/scan-store.ts'
import { memoryOf, newestMemory, visitBy } from '#server/verify/scans/visitors.fixture.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { mergeVisits } from './merge-visits.ts'

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

const work = () => ({ signal: new AbortController().signal, heartbeat: async () => undefined })
/** Starts a run for every row, and merges when `mergedRuns` other runs are in use. */
const mergeAt = (mergedRuns: number) => mergeVisits(world.services.db, work(), { runBytes: 1, mergedRuns })
const runOf = async (address: string): Promise<number[]> =>
  (await world.database.query('select run from recent_visits where address = $1', [address])).rows.map(({ run }) => run)
const merged = async (address: string) =>
  (await world.database.query('select visit_log, visits from code_visits where address = $1', [address])).rows[0]

test('merges the newest memory of a code, and the next visit counts the merged visits [VD04]', async () => {
  const { address } = (await product(world)).active[0]!
  const store = createScanStore(world.services.db)
  for (let n = 0; n < 20; n++) {
    expect((await store(visitBy(n, address)))!.visitLog.checks).toBe(n + 1)
    // A new run for each visit; it is not merged before 3 others are in use.
    await mergeAt(3)
    expect((await memoryOf(world, address)).checks).toBe(n + 1)
  }
  const before = await newestMemory(world, address)
  await mergeAt(1)
  await mergeAt(1)
  expect(await runOf(address)).toEqual([])
  expect(await merged(address)).toEqual(before)
  expect((await store(visitBy(20, address)))!.visitLog.checks).toBe(21)
  expect(await runOf(address)).toHaveLength(1)
})

test('counts every visit once while runs begin and are merged [VD04]', { timeout: 120_000 }, async () => {
  const goods = await Promise.all([product(world), product(world)])
  const addresses = goods.flatMap(({ active }) => active.map(({ address }) => address))
  const stores = databases.map((database) => createScanStore(database))
  const seen = new Map(addresses.map((address) => [address, [] as number[]]))
  let visits = 0
  let merges = 0
  let isDone = false
  const merging = (async () => {
    while (!isDone) merges += (await mergeAt(2)) > 0 ? 1 : 0
  })()
  // Several merges, and more visits than a memory takes before its visit log is written again.
  for (; visits < 40 || merges < 4; visits += 4) {
    await Promise.all(
      stores.flatMap((store, process) =>
        addresses.map(async (address) => {
          seen.get(address)!.push((await store(visitBy(visits + process, address)))!.visitLog.checks)
        }),
      ),
    )
  }
  isDone = true
  await merging
  const everyNumber = Array.from({ length: visits }, (_, n) => n + 1)
  for (const address of addresses) {
    expect(seen.get(address)!.toSorted((a, b) => a - b)).toEqual(everyNumber)
    const { checks, logged } = await memoryOf(world, address)
    expect({ checks, logged }).toEqual({ checks: visits, logged: visits })
  }
})

test('keeps all visits when transactions that read runs delay their removal [VD04]', async () => {
  await mergeAt(1)
  const { address } = (await product(world)).active[0]!
  const store = createScanStore(world.services.db)
  await store(visitBy(0, address))
  const older = (await runOf(address))[0]!
  await mergeAt(runCount)
  await store(visitBy(1, address))
  const newer = (await runOf(address)).find((run) => run !== older)!
  await mergeAt(runCount)
  const mergeWhileRead = (run: number) =>
    world.services.db.owner(async (client) => {
      await client.query('begin')
      await client.query(`select from recent_visits_${run}`)
      const codes = await mergeAt(1)
      await client.query('rollback')
      return codes
    })

  expect(await mergeWhileRead(older)).toBe(0)
  expect((await runOf(address)).toSorted()).toEqual([older, newer].toSorted())
  // The older run is removed, and the newer one stays.
  expect(await mergeWhileRead(newer)).toBeGreaterThan(0)
  expect(await runOf(address)).toEqual([newer])
  expect((await memoryOf(world, address)).checks).toBe(2)
  expect((await store(visitBy(2, address)))!.visitLog.checks).toBe(3)
  await mergeAt(1)
  await mergeAt(1)
  expect(await runOf(address)).toEqual([])
  expect((await memoryOf(world, address)).checks).toBe(3)
})
