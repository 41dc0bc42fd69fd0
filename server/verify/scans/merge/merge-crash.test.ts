import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { createScanStore } from '#server/verify/scans/scan-store.ts'
import { memoryOf, visitBy } from '#server/verify/scans/visitors.fixture.ts'
import { product } from '#server/verify/verify.fixture.ts'

/** `npm run soak` has more. */
const kills = Number(process.env.SCAN_ROUNDS ?? 5)

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())

test(`counts every visit once when the worker is killed ${kills} times while it merges runs [VD04]`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const goods = await Promise.all(Array.from({ length: 3 }, () => product(world)))
  const addresses = goods.flatMap(({ active }) => active.map(({ address }) => address))
  const store = createScanStore(world.services.db)
  let visits = 0
  let isDone = false
  const load = (async () => {
    for (; !isDone; visits++) {
      const answers = await Promise.all(addresses.map((address) => store(visitBy(visits, address))))
      expect(answers.map((code) => code!.visitLog.checks)).toEqual(addresses.map(() => visits + 1))
    }
  })()
  for (let kill = 0; kill < kills; kill++) {
    const child = fork(join(import.meta.dirname, 'merge-child.fixture.ts'), [world.database.url])
    // Killed between two chunks, in one, while runs are emptied, or while the next run starts.
    await once(child, 'message')
    await pause(Math.random() * 60)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  isDone = true
  await load

  for (const address of addresses) {
    const { checks, logged } = await memoryOf(world, address)
    expect({ checks, logged }).toEqual({ checks: visits, logged: visits })
  }
  const { rows } = await world.database.query('select count(*)::int as codes from code_visits')
  expect(rows[0].codes).toBeGreaterThan(0)
})
