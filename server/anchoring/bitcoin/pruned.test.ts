import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeEpoch } from '#server/anchoring/jobs/epoch.ts'
import { PASSWORD, Regtest, USER } from '#server/anchoring/test/regtest.ts'
import { inProcessSigner } from '#server/anchoring/test/signer-fixture.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type BitcoinChain, stepBitcoin } from './anchor.ts'
import { type BitcoinRpc, BitcoinRpcError, createBitcoinRpc } from './rpc.ts'
import { createCoinScan } from './scan.ts'

let regtest: Regtest
let database: TestDatabase
let db: Database
let chain: BitcoinChain
/** The lowest block that the node has. */
let pruneHeight: number
/** Deleted blocks that a peer has sent again. */
let fetched: Set<string>
let peerSends: boolean

beforeEach(async () => {
  regtest = await Regtest.start()
  database = await cloneDatabase()
  db = openDatabase({ databaseUrl: database.url, databaseConnections: 3 })
  pruneHeight = 0
  fetched = new Set()
  peerSends = true
  const { publicKey, address } = regtest.wallet
  const rpc = prunedRpc()
  const [keys, signal] = [[publicKey], new AbortController().signal]
  const scan = createCoinScan({ rpc, keys, network: 'regtest', timeoutMs: 5_000, signal })
  const settings = { network: 'regtest', finalAfter: 2, bumpAfter: 3, maxRate: 200, rebroadcastMs: 0 }
  chain = { rpc, signer: inProcessSigner(regtest.wallet), keys, scan, address, ...settings }
  await addEpoch()
  // Finds the outputs, signs, and sends.
  await steps(3)
})
afterEach(async () => {
  await db.close()
  await database.drop()
  await regtest.close()
})

/** The answers of Bitcoin Core with -prune: headers and outputs stay, blocks below a height are deleted. */
function prunedRpc(): BitcoinRpc {
  const rpc = createBitcoinRpc({ url: regtest.running.url, user: USER, password: PASSWORD })
  return {
    ...rpc,
    async call<T>(method: string, ...params: unknown[]) {
      if (method === 'getpeerinfo') return [{ id: 0 }, { id: 7 }] as T
      if (method === 'getblockfrompeer') {
        if (params[1] === 0) throw new BitcoinRpcError(method, -1, 'Peer does not exist')
        if (peerSends) fetched.add(params[0] as string)
        return {} as T
      }
      const answer = await rpc.call<T>(method, ...params)
      if (method === 'getblockchaininfo') return { ...answer, pruned: true, pruneheight: pruneHeight }
      if (method === 'getblock' && !fetched.has(params[0] as string)) {
        if ((answer as { height: number }).height < pruneHeight) {
          throw new BitcoinRpcError(method, -1, 'Block not available (pruned data)')
        }
      }
      return answer
    },
  }
}

async function addEpoch(): Promise<void> {
  await database.query(`insert into anchor_commitment (kind, root, size, levels) values ('round', $1, 1, $1)`, [
    randomBytes(32),
  ])
  await db.system((tx) => closeEpoch(tx, 0))
}
async function step(): Promise<void> {
  await database.query('update anchor_job set next_at = now()')
  await stepBitcoin(
    (work) => db.system(work),
    chain,
    () => undefined,
  )
}
async function steps(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await step()
}
const states = async () =>
  (await database.query('select state from anchor_job order by created_at')).rows.map(({ state }) => state)
const height = () => regtest.call<number>('getblockcount')
const signed = async () => (await database.query('select 1 from anchor_attempt')).rowCount
async function mineEmpty(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await regtest.call('generateblock', regtest.wallet.address, [])
}
/** The worker is away while the node mines and deletes blocks. */
async function prune(keep: number): Promise<void> {
  pruneHeight = (await height()) - keep
}

describe('VE03 a pruned node after the worker was away for longer than it keeps blocks', () => {
  it('continues at its first block when nothing was mined meanwhile, and anchors once', async () => {
    await mineEmpty(20)
    await prune(5)
    await step()
    expect(await states()).toEqual(['SENT'])
    await regtest.mine(3)
    await steps(3)
    expect(await states()).toEqual(['FINAL'])
    expect(await regtest.anchoredRoots()).toHaveLength(1)
  })

  it('finds the block of an anchor by its change when the node still has it', async () => {
    await mineEmpty(20)
    await regtest.mine(3)
    await prune(10)
    await steps(3)
    expect(await states()).toEqual(['FINAL'])
    expect(await signed()).toBe(1)
  })

  it('fetches the deleted block of an anchor from a peer, and completes the proof', async () => {
    await regtest.mine(1)
    await mineEmpty(20)
    await prune(5)
    await expect(step()).rejects.toMatchObject({
      kind: 'pruned',
      message: expect.stringContaining('requested from the peers'),
    })
    expect(fetched.size).toBe(1)
    await steps(3)
    expect(await states()).toEqual(['FINAL'])
    expect(
      (await database.query(`select 1 from anchor_commitment where kind = 'round' and suffix is not null`)).rowCount,
    ).toBe(1)
    expect(await regtest.anchoredRoots()).toHaveLength(1)
    // The next epoch goes on from there.
    await addEpoch()
    await steps(3)
    await regtest.mine(2)
    await steps(2)
    expect(await states()).toEqual(['FINAL', 'FINAL'])
  })

  it('waits, and signs nothing, while no peer sends the block', async () => {
    peerSends = false
    await regtest.mine(1)
    await mineEmpty(20)
    await prune(5)
    for (let i = 0; i < 3; i++) await expect(step()).rejects.toMatchObject({ kind: 'pruned' })
    expect([await states(), await signed()]).toEqual([['SENT'], 1])
    pruneHeight = 0
    await steps(3)
    expect(await states()).toEqual(['FINAL'])
  })
})
