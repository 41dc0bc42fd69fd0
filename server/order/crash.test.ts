import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { compileCacheEnv } from '#server/core/test/process/compile-cache.ts'
import { orderOf, productOf } from './order.fixture.ts'

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

test('CO09 writes exactly the ordered codes when generation is killed at random moments', {
  timeout: 200_000 + kills * 10_000,
}, async () => {
  const person = await world.approvedMerchant({ credit: quantity + 1 })
  const orderId = await orderOf(world, person, await productOf(world, person), quantity)
  let died = 0
  for (let done = false; !done; ) {
    child = fork(join(import.meta.dirname, 'generate-child.fixture.ts'), [world.database.url, orderId], {
      env: { ...process.env, ...compileCacheEnv },
    })
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
