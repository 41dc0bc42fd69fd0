import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAnchoring } from '#server/anchoring/start.ts'
import { type DevelopmentChains, startChains, withCredentials } from '#server/anchoring/test/development-chains.ts'
import { type NodeProxy, startProxy } from '#server/anchoring/test/node-proxy.ts'
import { signerAddress } from '#server/anchoring/test/signer-fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { chainsContract } from '#shared/anchoring/chains-contract.ts'

let chains: DevelopmentChains
let bitcoin: NodeProxy
let world: TestApp
let admin: Person
let anchoring: ReturnType<typeof startAnchoring> | undefined
/** The network that the node says it is on. */
let chain: string

beforeEach(async () => {
  chains = await startChains()
  chain = 'regtest'
  bitcoin = await startProxy(chains.regtest.running.url, async ({ body }, pass) => {
    const { method } = body as { method: string }
    if (method === 'scantxoutset') {
      // The addresses of another network have other letters for the same key.
      const result = await chains.regtest.call(method, 'start', [`addr(${signerAddress})`])
      return { body: { result, error: null } }
    }
    if (method !== 'getblockchaininfo') return undefined
    const answer = (await pass()).body as { result: object }
    return { body: { ...answer, result: { ...answer.result, chain } } }
  })
  world = await testApp({
    config: { ...chains.config, bitcoinRpcUrls: [withCredentials(bitcoin.url)], bitcoinEpochSeconds: 0 },
  })
  admin = await world.admin()
})
afterEach(async () => {
  await anchoring?.stop()
  await world?.close()
  await bitcoin?.close()
  await chains?.close()
})

const polling = { timeout: 30_000, interval: 100 }
const start = (config: Partial<TestApp['services']['config']> = {}) => {
  const { services } = world
  anchoring = startAnchoring({ ...services, config: { ...services.config, ...config } })
}
const jobs = async () =>
  (await world.database.query(`select state, network from anchor_job where chain = 'bitcoin' order by created_at`)).rows
const api = () => world.api(chainsContract, admin)
const view = async () => (await api().read()).chains.find((one) => one.chain === 'bitcoin')!
const confirm = (network: string) => api().switchNetwork({ params: { chain: 'bitcoin' }, body: { network } })
const kind = async () => (await view()).report?.problem?.kind

/** Anchors everything there is on regtest, then connects a node of mainnet. */
async function changeNetwork(): Promise<void> {
  await product(world)
  start()
  await expect.poll(jobs, polling).toEqual([{ state: 'FINAL', network: 'regtest' }])
  await anchoring?.stop()
  chain = 'main'
}

describe('another network [VE03]', () => {
  it('anchors nothing on a node of a network other than the configured one', async () => {
    await product(world)
    start({ bitcoinNetwork: 'mainnet' })
    await expect.poll(kind, polling).toBe('wrongNetwork')
    expect(await jobs()).toEqual([])
    expect((await view()).offer).toBeNull()
  })

  it('stops, asks with the price, and anchors only what was never anchored after the confirmation', {
    timeout: 60_000,
  }, async () => {
    await changeNetwork()
    const roots = (await chains.regtest.anchoredRoots()).length
    await product(world)
    start({ bitcoinNetwork: 'mainnet' })
    await expect.poll(kind, polling).toBe('networkChanged')
    await expect.poll(async () => (await view()).offer?.roots, polling).toBe(1)
    const offer = (await view()).offer!
    expect(offer).toMatchObject({ from: 'regtest', to: 'mainnet', transactions: 1, demoRoots: 0, left: 0 })
    expect(BigInt(offer.total)).toBe(BigInt(offer.fee))
    expect(Number(offer.fee)).toBeGreaterThan(100)
    expect(await jobs()).toEqual([{ state: 'FINAL', network: 'regtest' }])

    await expect(confirm('testnet')).rejects.toMatchObject({ status: 409 })
    expect(await confirm('mainnet')).toMatchObject({ offer: null, report: { network: 'mainnet', problem: null } })
    await confirm('mainnet')
    await expect.poll(jobs, polling).toMatchObject([{ network: 'regtest' }, { state: 'FINAL', network: 'mainnet' }])
    expect(await chains.regtest.anchoredRoots()).toHaveLength(roots + 1)
    const { rows } = await world.database.query(`select data from audit_entry where action = 'chains.switch'`)
    expect(rows[0].data).toEqual({ network: 'mainnet' })
  })

  it('leaves demo data out on a public network, and what is in flight to a node of its own network', {
    timeout: 60_000,
  }, async () => {
    await product(world)
    start()
    await expect.poll(jobs, polling).toEqual([{ state: 'FINAL', network: 'regtest' }])
    await anchoring?.stop()
    // As if the worker had stopped with a transaction in flight.
    await world.database.query(
      `update anchor_job set state = 'SENT', height = null, block_hash = null where chain = 'bitcoin'`,
    )
    const before = (await chains.regtest.anchoredRoots()).length
    await product(world)
    await world.database.query(
      'update merchant set is_demo = true where id = (select merchant_id from activation_batch order by created_at desc limit 1)',
    )
    chain = 'main'
    start()
    await expect.poll(kind, polling).toBe('networkChanged')
    // The round of the demo data is made on the local Catapult ledger meanwhile.
    await expect.poll(async () => (await view()).offer?.demoRoots, polling).toBe(1)
    expect((await view()).offer).toMatchObject({ roots: 0, transactions: 0, total: '0', left: 1 })
    await confirm('mainnet')
    await expect.poll(kind, polling).toBeUndefined()
    await product(world)
    await expect.poll(jobs, polling).toMatchObject([{ state: 'SENT', network: 'regtest' }, { network: 'mainnet' }])
    await expect.poll(async () => (await chains.regtest.anchoredRoots()).length, polling).toBe(before + 1)
    expect((await view()).pending.waiting).toBe(0)

    // Back again: the transaction in flight continues.
    await anchoring?.stop()
    chain = 'regtest'
    start()
    await expect.poll(kind, polling).toBe('networkChanged')
    await confirm('regtest')
    await expect.poll(async () => (await jobs())[0], polling).toEqual({ state: 'FINAL', network: 'regtest' })
  })
})
