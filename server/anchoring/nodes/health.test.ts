import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectBitcoin } from '#server/anchoring/bitcoin/inspect.ts'
import { createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'
import { createCatapultRest } from '#server/anchoring/catapult/client.ts'
import { inspectCatapult } from '#server/anchoring/catapult/inspect.ts'
import { ChainUnavailableError } from '#server/anchoring/jobs/blocked.ts'
import { type DevelopmentChains, startChains, withCredentials } from '#server/anchoring/test/development-chains.ts'
import { type Intercept, startProxy } from '#server/anchoring/test/node-proxy.ts'
import { regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { chooseNode, type Inspection } from './choose-node.ts'

let chains: DevelopmentChains
beforeAll(async () => {
  chains = await startChains({ blockMs: { bitcoin: 0, catapult: 0 } })
})
afterAll(() => chains.close())

/** The response of a Bitcoin node to getblockchaininfo, with other facts. */
const withInfo =
  (facts: object): Intercept =>
  async ({ body }, pass) => {
    if ((body as { method: string }).method !== 'getblockchaininfo') return undefined
    const { result, ...rest } = (await pass()).body as { result: object }
    return { body: { ...rest, result: { ...result, ...facts } } }
  }

async function bitcoinBehind(intercept: Intercept, needed?: number) {
  const proxy = await startProxy(chains.regtest.running.url, intercept)
  const url = withCredentials(proxy.url)
  try {
    return await inspectBitcoin({ host: 'node', url, rpc: createBitcoinRpc({ url, timeoutMs: 2_000 }) }, needed)
  } finally {
    await proxy.close()
  }
}

async function catapultBehind(intercept: Intercept) {
  const proxy = await startProxy(chains.ledger.url, intercept)
  try {
    return await inspectCatapult(createCatapultRest(proxy.url))
  } finally {
    await proxy.close()
  }
}

describe('the health of a Bitcoin node [VE03]', () => {
  it('distinguishes a working node, a wrong password, an absent node, and one that is behind or starting', async () => {
    expect(await bitcoinBehind(() => undefined)).toMatchObject({ network: 'regtest', lacksBlocks: false })
    expect((await bitcoinBehind(() => undefined)).problem).toBeUndefined()
    const { url } = chains.regtest.running
    const wrong = Object.assign(new URL(url), { username: regtestUser, password: 'wrong' }).href
    const denied = await inspectBitcoin({ host: 'node', url, rpc: createBitcoinRpc({ url: wrong }) })
    expect(denied).toMatchObject({ problem: 'wrongPassword', reason: expect.not.stringContaining('wrong@') })
    const absent = await startProxy()
    const away = await inspectBitcoin({ host: 'node', url: absent.url, rpc: createBitcoinRpc({ url: absent.url }) })
    expect(away.problem).toBe('unreachable')
    await absent.close()
    expect(await bitcoinBehind(withInfo({ headers: 9_000 }))).toMatchObject({ problem: 'behind' })
    const downloading = { chain: 'main', initialblockdownload: true }
    expect(await bitcoinBehind(withInfo(downloading))).toMatchObject({ problem: 'behind', network: 'mainnet' })
    const starting: Intercept = () => ({
      status: 500,
      body: { result: null, error: { code: -28, message: 'Loading block index…' }, id: 1 },
    })
    expect(await bitcoinBehind(starting)).toMatchObject({
      problem: 'behind',
      reason: expect.stringContaining('Loading'),
    })
  })

  it('reports a pruned node that lacks blocks which are still to be read', async () => {
    const pruned = withInfo({ pruned: true, pruneheight: 50 })
    expect(await bitcoinBehind(pruned, 49)).toMatchObject({ lacksBlocks: true })
    expect(await bitcoinBehind(pruned, 50)).toMatchObject({ lacksBlocks: false })
  })

  it('reads the cookie at each call, because the node writes a new one at each start', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'assay-cookie-'))
    const cookieFile = join(dir, '.cookie')
    const { url } = chains.regtest.running
    const rpc = createBitcoinRpc({ url, cookieFile })
    const inspect = () => inspectBitcoin({ host: 'node', url, rpc })
    expect(await inspect()).toMatchObject({
      problem: 'wrongPassword',
      reason: expect.stringContaining('BITCOIN_COOKIE_FILE'),
    })
    await writeFile(cookieFile, `${regtestUser}:old\n`)
    expect((await inspect()).problem).toBe('wrongPassword')
    await writeFile(cookieFile, `${regtestUser}:${regtestPassword}\n`)
    expect((await inspect()).problem).toBeUndefined()
    await rm(dir, { recursive: true })
  })
})

describe('the health of a Catapult node [VE03]', () => {
  it('distinguishes a working node, wrong password, absent node, database that is down, and old block', async () => {
    expect(await catapultBehind(() => undefined)).toMatchObject({ network: 'local' })
    expect((await catapultBehind(() => undefined)).problem).toBeUndefined()
    expect(await catapultBehind(() => ({ status: 401, body: null }))).toMatchObject({ problem: 'wrongPassword' })
    const absent = await startProxy()
    expect((await inspectCatapult(createCatapultRest(absent.url))).problem).toBe('unreachable')
    await absent.close()
    const down: Intercept = ({ path }) =>
      path === '/node/health' ? { status: 503, body: { status: { apiNode: 'up', db: 'down' } } } : undefined
    expect(await catapultBehind(down)).toMatchObject({
      problem: 'behind',
      reason: expect.stringContaining('returned 503'),
    })
    const mainnet = '57F7DA205008026C776CB6AED843393F04CD458E0AA2D9F1D5F31A402072B2D6'
    const old: Intercept = async ({ path }, pass) => {
      if (path !== '/network/properties') return undefined
      const { network, ...rest } = (await pass()).body as { network: object }
      return { body: { ...rest, network: { ...network, generationHashSeed: mainnet, epochAdjustment: '1615853185s' } } }
    }
    expect(await catapultBehind(old)).toMatchObject({ network: 'mainnet', problem: 'behind' })
  })

  it('sends user and password of the address to a gateway', async () => {
    let seen = ''
    const proxy = await startProxy(chains.ledger.url)
    const original = globalThis.fetch
    globalThis.fetch = (input, init) => {
      seen ||= new Headers(init?.headers).get('authorization') ?? ''
      return original(input, init)
    }
    try {
      await inspectCatapult(createCatapultRest(proxy.url.replace('//', '//ann:s%3At@')))
    } finally {
      globalThis.fetch = original
      await proxy.close()
    }
    expect(Buffer.from(seen.replace('Basic ', ''), 'base64').toString()).toBe('ann:s:t')
  })
})

describe('the choice of a node [VE03]', () => {
  const node = (host: string, facts: Partial<Inspection<string>> = {}): Inspection<string> => ({
    host,
    connection: host,
    network: 'mainnet',
    height: 100,
    ...facts,
  })
  const choose = (found: Inspection<string>[], accepted?: string, configured?: string) =>
    chooseNode(found, { chain: 'bitcoin', accepted, configured }, async () => 300n)

  it('takes the first that can be used, and one with all blocks before a pruned one', async () => {
    const away = node('a', { problem: 'unreachable', reason: 'a is away.' })
    const { first, usable, nodes } = await choose([away, node('b', { lacksBlocks: true }), node('c')], 'mainnet')
    expect(first.host).toBe('c')
    expect(usable).toEqual(['b', 'c'])
    expect(nodes.map(({ problem }) => problem)).toEqual(['unreachable', null, null])
  })

  it('does not take a node that is behind another one, or on another network', async () => {
    const { first, nodes } = await choose(
      [node('a', { height: 90 }), node('b', { network: 'testnet' }), node('c')],
      'mainnet',
    )
    expect(first.host).toBe('c')
    expect(nodes.map(({ problem }) => problem)).toEqual(['behind', 'wrongNetwork', null])
  })

  it('throws the problem of each node when none can be used', async () => {
    const failed = choose(
      [node('a', { problem: 'wrongPassword', reason: 'a says no.' }), node('b', { network: 'testnet' })],
      'mainnet',
      'mainnet',
    )
    await expect(failed).rejects.toThrow('a says no. b is on testnet, and BITCOIN_NETWORK says mainnet.')
    await expect(failed).rejects.toMatchObject({ kind: 'wrongPassword', offer: null })
  })

  it('offers another network with its fee when all nodes are there', async () => {
    const failed = choose([node('a')], 'regtest')
    await expect(failed).rejects.toThrow(ChainUnavailableError)
    await expect(failed).rejects.toMatchObject({ kind: 'networkChanged', offer: { network: 'mainnet', fee: '300' } })
  })
})
