import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { coreProblems } from '#shared/core/api/problem.ts'
import { activate, activateWaitingBatch } from './activation/activation.fixture.ts'
import { type Cluster, startCluster } from './core/test/database/cluster.ts'
import { databaseOf, type TestDatabase } from './core/test/database/database.ts'
import { brokenInvariants } from './core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { listenToEvents } from './core/test/network/listen-to-events.ts'
import { type ServerChild, startServer } from './core/test/process/server-child.ts'
import { generate, orderOf, printedCodes, productOf } from './order/order.fixture.ts'

const outages = 3
const quantity = 40_000
/** Child processes of the test take a while to start on a busy machine. */
const startMs = 180_000
const polling = { timeout: 30_000, interval: 100 }

let cluster: Cluster
let database: TestDatabase
let world: TestApp
let web: ServerChild
let worker: ServerChild
let people: Person[]
let skuId: string
let code: string
let next = 0

beforeAll(async () => {
  cluster = await startCluster('assay_outage')
  database = databaseOf(cluster)
  worker = await startServer('worker', database.url)
  web = await startServer('web', database.url)
  world = await testApp({ database })
  const person = await world.approvedMerchant({ credit: 1_000_000 })
  const { merchantId } = person
  const others = Array.from({ length: 5 }, () => world.signUp({ merchantId: merchantId!, confirmed: true }))
  // Several accounts, so that the load stays within the limit of each.
  people = [person, ...(await Promise.all(others))]
  skuId = await productOf(world, person)
  const orderId = await orderOf(world, person, skuId, 1)
  await generate(world, orderId)
  const printed = await printedCodes(world, orderId)
  await activateWaitingBatch(world, (await activate(world, person, printed)).id)
  code = new URL(printed[0]!).pathname.split('/').at(-1)!
}, startMs)
afterAll(async () => {
  await Promise.all([web?.end(), worker?.end()])
  await world?.close()
  await cluster?.remove()
})

const bearer = () => ({ authorization: `Bearer ${people[next++ % people.length]!.token}` })
const ready = async () => {
  const answer = await fetch(`${web.url}/health/ready`)
  return { status: answer.status, body: await answer.json() }
}
const listeners = async () =>
  (await database.query(`select count(*)::int as n from pg_stat_activity where application_name = 'assay listen'`))
    .rows[0].n
const postOrder = (count: number) =>
  fetch(`${web.url}/api/order`, {
    method: 'POST',
    headers: { ...bearer(), 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ skuId, quantity: count }),
  })

const order = async (count: number): Promise<string> => {
  const answer = await postOrder(count)
  expect(answer.status).toBe(200)
  return (await answer.json()).id
}

/** One call per kind of database access: a token, a tenant's transaction, the public role, a write. */
const calls = (): Promise<Response>[] => [
  fetch(`${web.url}/api/user/me`, { headers: bearer() }),
  fetch(`${web.url}/api/order`, { headers: bearer() }),
  fetch(`${web.url}/api/tag/verify?${new URLSearchParams({ a: code })}`),
  postOrder(1),
]

/** Calls until stopped. Returns the number of responses by status. */
function underLoad() {
  const seen: Record<number, number> = {}
  const oddities: string[] = []
  let isStopping = false
  const caller = async () => {
    for (; !isStopping; await pause(50)) {
      for (const answer of await Promise.all(calls())) {
        seen[answer.status] = (seen[answer.status] ?? 0) + 1
        const body = await answer.text()
        if (answer.ok) continue
        const unavailable = answer.status === 503 && JSON.parse(body).error === coreProblems.unavailable.code
        if (!unavailable || !answer.headers.get('retry-after')) oddities.push(`${answer.url} ${answer.status} ${body}`)
      }
    }
  }
  const running = Promise.all([caller(), caller()])
  // stop() rethrows the error, so it must not count as unhandled before.
  running.catch(() => {})
  return {
    async stop() {
      isStopping = true
      await running
      return { seen, oddities }
    },
  }
}

test('responds 503 during a restart of the database under load, keeps running, and runs every job once', {
  timeout: 240_000,
}, async () => {
  const ear = await listenToEvents(web.url, people[0]!.token)
  const orders: string[] = []
  for (let outage = 0; outage < outages; outage++) {
    const load = underLoad()
    orders.push(await order(quantity))
    await pause(Math.random() * 300)
    await cluster.crash()

    await vi.waitFor(async () => {
      const { status, body } = await ready()
      expect(status).toBe(503)
      expect(body).toMatchObject({ ok: false, database: false, queue: false, files: true })
      // Its socket file is gone.
      expect(body.reasons).toMatchObject({ database: 'ENOENT', queue: 'ENOENT' })
    }, polling)
    expect((await fetch(`${web.url}/health/live`)).status).toBe(200)
    for (const answer of await Promise.all(calls())) expect(answer.status, answer.url).toBe(503)
    const page = await fetch(`${web.url}/v/${code}`, { headers: { 'accept-language': 'en' } })
    expect([page.status, await page.text()]).toEqual([503, coreProblems.unavailable.enUS])
    const resyncs = ear.heard().split('event: resync').length

    await cluster.restart()
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), polling)
    await vi.waitFor(() => expect(ear.heard().split('event: resync').length).toBe(resyncs + 1), polling)
    await vi.waitFor(async () => expect(await listeners()).toBe(3), polling)
    orders.push(await order(10))
    const { seen, oddities } = await load.stop()
    expect(oddities).toEqual([])
    expect(Object.keys(seen).toSorted()).toEqual(['200', '503'])
  }

  await vi.waitFor(
    async () => {
      const { rows } = await database.query(`select count(*)::int as n from code_order where state <> 'done'`)
      expect(rows[0].n).toBe(0)
    },
    { timeout: 60_000, interval: 200 },
  )
  const { rows } = await database.query(
    'select o.id, count(*)::int as codes from code_order o join code c on c.order_id = o.id where o.id = any($1) group by 1',
    [orders],
  )
  const codes = new Map(rows.map((row) => [row.id, row.codes]))
  expect(orders.map((id) => codes.get(id))).toEqual(Array(outages).fill([quantity, 10]).flat())
  expect(await brokenInvariants(world)).toEqual({})
  await vi.waitFor(() => expect(ear.heard()).toContain(orders.at(-1)), polling)
  await ear.close()
  for (const server of [web, worker]) {
    expect(server.stderr()).toBe('')
    expect(server.process.exitCode).toBeNull()
  }
})

test('stops both roles in order when the database is unavailable', { timeout: 60_000 }, async () => {
  await cluster.crash()
  const ended = [web, worker].map((server) => once(server.process, 'exit'))
  for (const server of [web, worker]) server.process.kill('SIGTERM')
  expect(await Promise.all(ended)).toEqual([
    [0, null],
    [0, null],
  ])
  await cluster.restart()
})
