import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { orderContract } from '#shared/order/contract.ts'
import { generateCodes } from './jobs.ts'
import { generate, orderOf, productOf } from './order.fixture.ts'

/** Each kill needs the start of a process. `npm run soak` has more kills. */
const kills = Number(process.env.ORDER_KILLS ?? 6)
const quantity = kills * 100_000
let world: TestApp
let child: ChildProcess | undefined
beforeAll(async () => {
  world = await testApp()
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await world.close()
})

/** Another process that generates the codes of an order. */
const startGeneration = (orderId: string): ChildProcess =>
  fork(join(import.meta.dirname, 'generate-child.fixture.ts'), [world.database.url, orderId], {
    env: { ...process.env, ...startupEnvironment },
  })

test('writes exactly the ordered codes when generation is killed at random moments [CO09]', {
  timeout: 200_000 + kills * 10_000,
}, async () => {
  const person = await world.approvedMerchant({ credit: quantity + 1 })
  const orderId = await orderOf(world, person, await productOf(world, person), quantity)
  let died = 0
  for (let done = false; !done; ) {
    child = startGeneration(orderId)
    const ended = once(child, 'exit')
    await once(child, 'message')
    const timer = died < kills ? setTimeout(() => child?.kill('SIGKILL'), Math.random() * 250) : undefined
    const [code] = await ended
    clearTimeout(timer)
    if (code === 0) done = true
    else died += 1
    const { rows } = await world.database.query(
      `select generated, state, (select count(*)::int from code where order_id = $1) as codes from code_order where id = $1`,
      [orderId],
    )
    expect(rows[0].codes).toBe(rows[0].generated)
    expect(rows[0].state === 'done').toBe(rows[0].codes === quantity)
  }
  const { rows } = await world.database.query(
    'select count(*)::int as codes, count(distinct serial_no)::int as serials, max(serial_no) as last from code where order_id = $1',
    [orderId],
  )
  expect(rows[0]).toEqual({ codes: quantity, serials: quantity, last: quantity })
  expect(died).toBeGreaterThanOrEqual(kills)
  expect(await brokenInvariants(world)).toEqual({})
})

test('keeps whole chunks when an order is given up during a write, and writes the rest on retry [CO09]', {
  timeout: 200_000,
}, async () => {
  const ordered = 300_010
  const person = await world.approvedMerchant({ credit: ordered })
  const orderId = await orderOf(world, person, await productOf(world, person), ordered)
  const counts = async () => {
    const { rows } = await world.database.query(
      `select state, failure, generated, (select count(*)::int from code where order_id = $1) as codes
       from code_order where id = $1`,
      [orderId],
    )
    return rows[0]
  }
  for (const isKilled of [false, true]) {
    child = startGeneration(orderId)
    const ended = once(child, 'exit')
    await once(child, 'message')
    if (isKilled) child.kill('SIGKILL')
    await generateCodes.gaveUp!({ orderId }, { services: world.services, failure: 'internal' })
    const given = await counts()
    expect(given).toMatchObject({ state: 'failed', failure: 'internal', codes: given.generated })
    await ended
    // Neither a worker that lived on nor one that starts late writes to a failed order.
    await generate(world, orderId)
    expect(await counts()).toEqual(given)
    const calls = world.api(orderContract, person)
    expect(await calls.retry({ params: { id: orderId } })).toMatchObject({ state: 'queued', failure: null })
    // A repeated call changes nothing.
    expect(await calls.retry({ params: { id: orderId } })).toMatchObject({ state: 'queued' })
  }
  await generate(world, orderId)
  expect(await counts()).toMatchObject({ state: 'done', failure: null, generated: ordered, codes: ordered })
  expect(await brokenInvariants(world)).toEqual({})
})
