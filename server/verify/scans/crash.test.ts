import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { killableServers } from '#server/core/test/process/killable-servers.ts'
import { type PrintedCode, product } from '#server/verify/verify.fixture.ts'
import { memoryOf } from './visitors.fixture.ts'

/** Each kill needs the start of a server. `npm run soak` has more. */
const kills = Number(process.env.SCAN_ROUNDS ?? 2)
const shoppers = 20

const kinds = new Set<string>()
let browsers = 0
/** A browser whose kind no other one has: two bytes of its hash. So the visit log counts each scan. */
function newBrowser(): string {
  for (;;) {
    browsers += 1
    const name = `Phone${[...browsers.toString(26)].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 26))).join('')}X`
    const kind = hash('sha256', name, 'hex').slice(0, 4)
    if (kinds.has(kind)) continue
    kinds.add(kind)
    return name
  }
}

let world: TestApp
let servers: Awaited<ReturnType<typeof killableServers>>
beforeAll(async () => {
  world = await testApp()
  servers = await killableServers(world.database.url)
})
afterAll(async () => {
  await servers?.close()
  await world?.close()
})

test(`loses no answered scan when one of two web processes is killed ${kills} times under load [VE09]`, {
  timeout: 60_000 + kills * 30_000,
}, async () => {
  const goods = await Promise.all([product(world), product(world)])
  const codes = goods.flatMap(({ active }) => active)
  const answered = new Map(codes.map(({ address }) => [address, 0]))
  let broken = 0
  let next = 0
  const urls = new Set<string>()
  let isDone = false

  async function scan(url: string, { address, printed, secret }: PrintedCode): Promise<void> {
    next += 1
    const headers = {
      'user-agent': newBrowser(),
      'x-forwarded-for': `10.${(next >> 16) & 255}.${(next >> 8) & 255}.${next & 255}`,
    }
    try {
      const answer = await fetch(`${url}/api/tag/verify?a=${printed}&p=${secret}`, { headers })
      await answer.text()
      if (answer.status === 200) answered.set(address, answered.get(address)! + 1)
    } catch {
      broken += 1
    }
  }
  const load = Array.from({ length: shoppers }, async () => {
    while (!isDone) {
      const running = [...urls]
      if (running.length === 0) await pause(20)
      else await scan(running[next % running.length]!, codes[next % codes.length]!)
    }
  })
  const steady = await servers.start()
  urls.add(steady.url)
  for (let kill = 0; kill < kills; kill++) {
    const server = await servers.start()
    urls.add(server.url)
    await pause(300 + Math.random() * 300)
    await server.kill()
    urls.delete(server.url)
  }
  isDone = true
  await Promise.all(load)

  expect(broken).toBeGreaterThan(0)
  let total = 0
  for (const { address } of codes) {
    const { checks, logged } = await memoryOf(world, address)
    // The log and the memory were written together.
    expect(checks).toBe(logged)
    expect(logged).toBeGreaterThanOrEqual(answered.get(address)!)
    total += logged - answered.get(address)!
  }
  // Scans may be stored without an answer, when the process was killed in between.
  expect(total).toBeLessThanOrEqual(broken)
})
