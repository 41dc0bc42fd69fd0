import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { activate } from './activation.fixture.ts'

/** Each kill needs the start of a process. `npm run soak` has more kills. */
const kills = Number(process.env.ACTIVATION_KILLS ?? 6)
const batches = 2 * kills
const codesInBatch = 500
/** Usual duration of a batch of this size. */
const batchMs = 60
let world: TestApp
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  world = await testApp()
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await world.close()
})

/** Loads the next process while the previous one works. */
async function loadWorker(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'worker-child.fixture.ts'), [world.database.url], {
    env: { ...process.env, ...startupEnvironment },
  })
  workers.add(child)
  await once(child, 'message')
  return child
}

/** Resolves when the process has started a batch. */
async function begin(worker: Promise<ChildProcess>): Promise<ChildProcess> {
  const child = await worker
  const working = once(child, 'message')
  child.send('go')
  await working
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const died = once(child, 'exit')
  child.kill('SIGKILL')
  await died
}

async function isDone(): Promise<boolean> {
  const { rows } = await world.database.query(`select from activation_batch where state <> 'done' limit 1`)
  return rows.length === 0
}

/** Number of batches that no worker has started. */
async function waiting(): Promise<number> {
  const { rows } = await world.database.query(
    `select count(*)::int as jobs from pgboss.job where name = 'activation.batch' and state = 'created'`,
  )
  return rows[0].jobs
}

/** Codes of two products. Each list contains codes of both. */
async function printedLists(person: Person): Promise<string[][]> {
  const codes: string[] = []
  for (const weight of ['100 g', '50 g']) {
    const facts = { sku_details: { Weight: weight }, sku_details_order: ['Weight'] }
    const skuId = await productOf(world, person, facts)
    const orderId = await orderOf(world, person, skuId, (batches * codesInBatch) / 2)
    await generate(world, orderId)
    codes.push(...(await printedCodes(world, orderId)))
  }
  return Array.from({ length: batches }, (_, i) => codes.filter((_, at) => at % batches === i))
}

test(`activates each code exactly once through ${kills} kills at random moments [CO06 CO09]`, {
  timeout: 200_000 + kills * 10_000,
}, async () => {
  const person = await world.approvedMerchant({ credit: batches * codesInBatch })
  const lists = await printedLists(person)
  let next = loadWorker()
  for (let i = 0; i < kills; i++) {
    if ((await waiting()) === 0) await activate(world, person, lists.pop()!)
    const child = await begin(next)
    next = loadWorker()
    // A part of the batch further on for each kill, so that even a few kills meet a batch in the middle.
    await sleep(((i + Math.random()) / kills) * batchMs)
    await kill(child)
    if (i % 3 === 2) expect(await brokenInvariants(world)).toEqual({})
  }
  for (const list of lists) await activate(world, person, list)
  await begin(next)
  await expect.poll(isDone, { timeout: 90_000, interval: 250 }).toBe(true)

  expect(await brokenInvariants(world)).toEqual({})
  const { rows } = await world.database.query(
    `select count(*)::int as active, count(distinct address)::int as codes,
       (select sum(activated)::int from code_order) as counted,
       (select count(*)::int from anchor_commitment where kind = 'batch') as commitments,
       (select count(*)::int from payload) as payloads,
       (select remaining::int from wallet) as remaining from activation`,
  )
  const all = batches * codesInBatch
  const each = { active: all, codes: all, counted: all }
  expect(rows[0]).toEqual({ ...each, commitments: batches, payloads: 2 * batches, remaining: 0 })
  // Batches whose worker was killed in the middle: another worker completed them.
  const { rows: again } = await world.database.query(
    `select sum(retry_count)::int as times from pgboss.job where name = 'activation.batch'`,
  )
  expect(again[0].times).toBeGreaterThanOrEqual(Math.floor(kills / 5))
})
