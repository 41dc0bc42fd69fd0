import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnchoring } from '#server/anchoring/start.ts'
import { type DevelopmentChains, startChains, withCredentials } from '#server/anchoring/test/development-chains.ts'
import { type Intercept, type NodeProxy, startProxy } from '#server/anchoring/test/node-proxy.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'

let chains: DevelopmentChains
let world: TestApp
let bitcoin: NodeProxy[]
let catapult: NodeProxy[]
let anchoring: ReturnType<typeof startAnchoring>

/** A fork: from height 2 on, every block has another hash and other transfers. */
const forked: Intercept = async ({ path }, pass) => {
  if (!/^\/blocks\/([2-9]|\d\d+)$/.test(path)) return undefined
  const { status, body } = (await pass()) as { status: number; body: { meta: object; block: object } }
  if (status !== 200) return undefined
  const other = { hash: 'AA'.repeat(32), transactionsHash: 'BB'.repeat(32) }
  return { body: { meta: { ...body.meta, hash: other.hash }, block: { ...body.block, ...other } } }
}

beforeAll(async () => {
  chains = await startChains()
  const proxies = (url: string, count: number) => Promise.all(Array.from({ length: count }, () => startProxy(url)))
  bitcoin = await proxies(chains.regtest.running.url, 2)
  catapult = await proxies(chains.ledger.url, 3)
  world = await testApp({
    config: {
      ...chains.config,
      bitcoinRpcUrls: bitcoin.map(({ url }) => withCredentials(url)),
      catapultUrls: catapult.map(({ url }) => url),
    },
  })
  anchoring = startAnchoring(world.services)
})
afterAll(async () => {
  await anchoring?.stop()
  await world?.close()
  await Promise.all([...(bitcoin ?? []), ...(catapult ?? [])].map((proxy) => proxy.close()))
  await chains?.close()
})

const states = async (chain: string) =>
  (await world.database.query('select state from anchor_job where chain = $1 order by created_at', [chain])).rows.map(
    ({ state }) => state,
  )
const problem = async (chain: string) =>
  (await world.database.query(`select report #>> '{problem,kind}' as kind from anchor_chain where chain = $1`, [chain]))
    .rows[0]?.kind
const polling = { timeout: 40_000, interval: 100 }

test('uses the second node when the first fails, and requires two of three Catapult nodes to agree [VE03]', {
  timeout: 120_000,
}, async () => {
  // Two forks: nothing is final, though transfers are announced and mined.
  catapult[1]!.intercept = forked
  catapult[2]!.intercept = async (call, pass) => {
    const answer = await forked(call, pass)
    return answer && { body: { ...(answer.body as object), meta: { hash: 'CC'.repeat(32) } } }
  }
  await product(world)
  await expect.poll(() => states('catapult'), polling).toContain('MINED')
  await expect.poll(() => problem('catapult'), polling).toBe('disagreement')
  expect(await states('catapult')).not.toContain('FINAL')
  // The first one and one more are enough.
  catapult[1]!.intercept = () => undefined
  await expect.poll(async () => (await states('catapult')).every((state) => state === 'FINAL'), polling).toBe(true)
  await expect.poll(async () => (await states('bitcoin')).every((state) => state === 'FINAL'), polling).toBe(true)

  await Promise.all([bitcoin[0]!.close(), catapult[0]!.close()])
  catapult[2]!.intercept = () => undefined
  await product(world)
  await expect.poll(async () => (await states('bitcoin')).length, polling).toBeGreaterThan(1)
  await expect.poll(async () => (await states('bitcoin')).every((state) => state === 'FINAL'), polling).toBe(true)
  await expect.poll(async () => (await states('catapult')).every((state) => state === 'FINAL'), polling).toBe(true)
  const nodes = async () =>
    (
      await world.database.query(`select report -> 'nodes' as nodes from anchor_chain where chain = 'bitcoin'`)
    ).rows[0].nodes.map((node: { problem: string | null }) => node.problem)
  await expect.poll(nodes, polling).toEqual(['unreachable', null])
  expect(await problem('bitcoin')).toBeFalsy()
  const { rows } = await world.database.query(
    `select kind from anchor_alert where chain = 'bitcoin' and ended_at is null`,
  )
  expect(rows).toEqual([{ kind: 'nodeDown' }])
})
