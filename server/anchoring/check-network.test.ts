import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { closeRound } from './jobs/round.ts'
import { startAnchoring } from './start.ts'
import { type DevelopmentChains, startChains } from './test/development-chains.ts'

let chains: DevelopmentChains
let world: TestApp
let anchoring: ReturnType<typeof startAnchoring> | undefined

beforeAll(async () => {
  chains = await startChains({ blockMs: { bitcoin: 0, catapult: 0 } })
  world = await testApp({ config: chains.config })
  await product(world)
  await world.services.db.system((tx) => closeRound(tx, 0))
  await world.database.query(
    `with epoch as (insert into anchor_commitment (kind, root, size, levels)
       select 'epoch', sha256('epoch'), 1, sha256('epoch') returning id)
     insert into anchor_job (commitment_id, chain) select id, 'bitcoin' from epoch`,
  )
})
afterEach(() => anchoring?.stop())
afterAll(async () => {
  await world?.close()
  await chains?.close()
})

/** Starts anchoring with a log that the test can read. */
function start(config: Partial<TestApp['services']['config']>) {
  let lines = ''
  const stream = new Writable({
    write(chunk, _, done) {
      lines += chunk
      done()
    },
  })
  const { services } = world
  anchoring = startAnchoring({ ...services, config: { ...services.config, ...config }, log: pino(stream) })
  return () => lines
}
const signed = async () => (await world.database.query('select 1 from anchor_attempt')).rowCount

test('VE03 rejects a node of a network other than the configured one, and logs it', async () => {
  const log = start({ bitcoinNetwork: 'mainnet', catapultNetwork: 'testnet' })
  await expect.poll(log).toContain('The node is on regtest, and BITCOIN_NETWORK says mainnet.')
  await expect.poll(log).toContain('The node is on local, and CATAPULT_NETWORK says testnet.')
  expect(await signed()).toBe(0)
})

test('VE03 rejects a node of a network other than that of earlier anchors until the new network is configured', async () => {
  const setNetwork = (network: string) => world.database.query('update anchor_job set network = $1', [network])
  await setNetwork('mainnet')
  const log = start({})
  await expect.poll(log).toContain('If regtest is meant, set BITCOIN_NETWORK=regtest.')
  await expect.poll(log).toContain('If local is meant, set CATAPULT_NETWORK=local.')
  expect(await signed()).toBe(0)
  await anchoring?.stop()
  start({ bitcoinNetwork: 'regtest', catapultNetwork: 'local' })
  await expect.poll(signed, { timeout: 20_000 }).toBe(2)
})
