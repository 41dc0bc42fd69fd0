import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnchoring } from '#server/anchoring/start.ts'
import { type DevelopmentChains, startChains } from '#server/anchoring/test/development-chains.ts'
import { transferredRoots } from '#server/anchoring/test/transferred-roots.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'

const polling = { timeout: 90_000, interval: 100 }

let chains: DevelopmentChains
let world: TestApp
let anchoring: ReturnType<typeof startAnchoring>

beforeAll(async () => {
  chains = await startChains()
  world = await testApp({ config: chains.config })
  anchoring = startAnchoring(world.services)
})
afterAll(async () => {
  await anchoring?.stop()
  await world?.close()
  await chains?.close()
})

const jobs = async () => (await world.database.query('select chain, state, error from anchor_job')).rows
const states = async () => [...new Set((await jobs()).map(({ state }) => state))]
const rootsOf = async (kind: string) => {
  const { rows } = await world.database.query('select root from anchor_commitment where kind = $1', [kind])
  return rows.map(({ root }) => root.toString('hex')).toSorted()
}

test('anchors each batch exactly once after a signer that was killed during a request is restarted [VE03]', {
  timeout: 300_000,
}, async () => {
  const { signer, regtest } = chains
  await product(world)
  await expect.poll(states, polling).toEqual(['FINAL'])

  const blockedJobs = async () => (await jobs()).filter(({ error }) => error?.startsWith('The signer does not respond'))
  const blockedChains = async () => new Set((await blockedJobs()).map(({ chain }) => chain))
  const waitingChains = async () => {
    const { rows } = await world.database.query(
      `select chain from anchor_chain where report->'problem'->>'kind' = 'signer'`,
    )
    return new Set([...rows.map(({ chain }) => chain), ...(await blockedChains())])
  }
  // The signer receives the requests of a job for each chain, does not respond, and is killed. Before a job asks, a chain may
  // ask the signer for its fees: the job is then not tried, and another one is needed.
  for (;;) {
    signer.process.kill('SIGSTOP')
    await product(world)
    await expect.poll(async () => (await waitingChains()).size, polling).toBe(2)
    if ((await blockedChains()).size === 2) break
    signer.process.kill('SIGCONT')
    await expect.poll(states, polling).toEqual(['FINAL'])
  }
  await signer.kill()
  for (const { state } of await blockedJobs()) expect(state).toBe('QUEUED')

  await signer.start()
  await expect.poll(states, polling).toEqual(['FINAL'])
  expect((await jobs()).filter(({ error }) => error !== null)).toEqual([])
  expect((await regtest.anchoredRoots()).toSorted()).toEqual(await rootsOf('epoch'))
  expect(transferredRoots(chains.ledger.ledger).toSorted()).toEqual(await rootsOf('round'))
  expect((await rootsOf('epoch')).length).toBeGreaterThan(1)
})
