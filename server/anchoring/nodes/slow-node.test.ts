import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnchoring } from '#server/anchoring/start.ts'
import { type DevelopmentChains, startChains, withCredentials } from '#server/anchoring/test/development-chains.ts'
import { type NodeProxy, startProxy } from '#server/anchoring/test/node-proxy.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { inspectNodes } from './inspect-nodes.ts'
import { createResponseTimes, reportSlowness } from './response-times.ts'

let chains: DevelopmentChains
let world: TestApp
let nodes: NodeProxy[]
let anchoring: ReturnType<typeof startAnchoring>

/** A node that answers only when no transaction of this database waits, however long that takes. */
const untilNoTransactionWaits = async () => {
  const waiting = async () =>
    (
      await world.database.query(
        `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBe(0)
  return undefined
}

beforeAll(async () => {
  chains = await startChains()
  nodes = await Promise.all([chains.regtest.running.url, chains.ledger.url].map((url) => startProxy(url)))
  const [bitcoin, catapult] = nodes.map(({ url }) => url)
  world = await testApp({
    config: { ...chains.config, bitcoinRpcUrls: [withCredentials(bitcoin!)], catapultUrls: [catapult!] },
  })
  for (const node of nodes) node.intercept = untilNoTransactionWaits
  anchoring = startAnchoring(world.services)
})
afterAll(async () => {
  await anchoring?.stop()
  await world?.close()
  await Promise.all((nodes ?? []).map((node) => node.close()))
  await chains?.close()
})

test('anchors on both chains while every call to a node waits until no transaction is open [VE03]', {
  timeout: 120_000,
}, async () => {
  await product(world)
  const states = async () =>
    (await world.database.query('select distinct chain, state from anchor_job order by chain')).rows
  await expect.poll(states, { timeout: 90_000, interval: 200 }).toEqual([
    { chain: 'bitcoin', state: 'FINAL' },
    { chain: 'catapult', state: 'FINAL' },
  ])
})

test('rejects a call to another server inside a transaction [VE03]', async () => {
  const called = world.services.db.system(async () => requireNoTransaction('getblockcount'))
  await expect(called).rejects.toThrow('getblockcount: called inside a transaction')
  expect(() => requireNoTransaction('getblockcount')).not.toThrow()
})

test('gives a lock to one session at a time, and to the next when the first has ended or was killed [VE03]', async () => {
  const { db } = world.services
  const other = openDatabase({ databaseUrl: world.database.url, databaseConnections: 2 })
  const take = () => other.exclusive('work', async (system) => system(async () => 'mine'))
  await db.exclusive('work', async () => expect(await take()).toBeUndefined())
  expect(await take()).toBe('mine')
  const killed = db.exclusive('work', async (system) => {
    await world.database.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database()) and objsubid = 1
       and (classid::bigint << 32 | objid::bigint) = hashtextextended('work', 0)`,
    )
    await expect.poll(take).toBe('mine')
    return system(async () => 'still mine')
  })
  await expect(killed).rejects.toThrow()
  await other.close()
})

test('reports a node that has needed 5 s for a response, with its host, once for each such step [VE03]', () => {
  const reports: unknown[] = []
  let longest = 12_345
  const times = { ...createResponseTimes('node:8332'), takeLongest: () => longest }
  reportSlowness(times, (problem) => reports.push(problem))
  longest = 4_999
  reportSlowness(times, (problem) => reports.push(problem))
  expect(reports).toEqual([{ kind: 'slow', reason: 'node:8332 needed 12 s for a response.' }])
})

test('waits for a slow node when there is no other, and leaves it out when there is [VE03]', async () => {
  const fast = { host: 'fast', connection: { host: 'fast' }, network: 'mainnet', height: 5 }
  const slow = { host: 'slow', connection: { host: 'slow' }, network: 'mainnet', height: 5 }
  const { promise, resolve } = Promise.withResolvers<typeof slow>()
  const inspect = ({ host }: { host: string }) => (host === 'fast' ? Promise.resolve(fast) : promise)
  const wanted = { enough: 1, accepted: 'mainnet', patienceMs: 1 }
  const [first, second] = await inspectNodes([{ host: 'slow' }, { host: 'fast' }], inspect, wanted)
  expect([first!.problem, second!.problem]).toEqual(['unreachable', undefined])
  const alone = inspectNodes([{ host: 'slow' }], inspect, wanted)
  const both = inspectNodes([{ host: 'slow' }, { host: 'fast' }], inspect, { ...wanted, enough: 2 })
  resolve(slow)
  expect(await alone).toEqual([slow])
  expect(await both).toEqual([slow, fast])
})
