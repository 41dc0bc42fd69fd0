import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stepChain } from '#server/anchoring/jobs/step.ts'
import { Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { addEpoch, makeDue, regtestChain } from '#server/anchoring/test/regtest-chain.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type BitcoinConnection, bitcoinChain } from './chain.ts'
import { type BitcoinRpc, BitcoinRpcError, createBitcoinRpc } from './rpc.ts'

let regtest: Regtest
let database: TestDatabase
let db: Database
let chain: BitcoinConnection
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
  chain = regtestChain(prunedRpc(), regtest.wallet, { finalAfter: 2, bumpAfter: 3 })
  await addEpoch(database, db)
  // Finds the outputs, signs, and sends.
  await steps(3)
})
afterEach(async () => {
  await db.close()
  await database.drop()
  await regtest.close()
})

/** The responses of Bitcoin Core with -prune: headers and outputs stay, blocks below a height are deleted. */
function prunedRpc(): BitcoinRpc {
  const rpc = createBitcoinRpc({ url: regtest.running.url, user: regtestUser, password: regtestPassword })
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

async function step(): Promise<void> {
  await makeDue(database)
  await stepChain(db, bitcoinChain(chain), () => undefined)
}
async function steps(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await step()
}
const states = async () =>
  (await database.query('select state from anchor_job order by created_at')).rows.map(({ state }) => state)
const height = () => regtest.call<number>('getblockcount')
const signed = async () => (await database.query('select 1 from anchor_attempt')).rowCount
/** The worker is away while the node mines and deletes blocks. */
async function prune(keep: number): Promise<void> {
  pruneHeight = (await height()) - keep
}

describe('a pruned node after the worker was away for longer than it keeps blocks [VE03]', () => {
  it('continues at its first block when no block was mined meanwhile, and anchors once', async () => {
    await regtest.mineEmpty(20)
    await prune(5)
    await step()
    expect(await states()).toEqual(['SENT'])
    await regtest.mine(3)
    await steps(3)
    expect(await states()).toEqual(['FINAL'])
    expect(await regtest.anchoredRoots()).toHaveLength(1)
  })

  it('finds the block of an anchor by its change when the node still has it', async () => {
    await regtest.mineEmpty(20)
    await regtest.mine(3)
    await prune(10)
    await steps(3)
    expect(await states()).toEqual(['FINAL'])
    expect(await signed()).toBe(1)
  })

  it('fetches the deleted block of an anchor from a peer, and completes the proof', async () => {
    await regtest.mine(1)
    await regtest.mineEmpty(20)
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
    // The next epoch continues from there.
    await addEpoch(database, db)
    await steps(3)
    await regtest.mine(2)
    await steps(2)
    expect(await states()).toEqual(['FINAL', 'FINAL'])
  })

  it('waits without signing while no peer sends the block', async () => {
    peerSends = false
    await regtest.mine(1)
    await regtest.mineEmpty(20)
    await prune(5)
    for (let i = 0; i < 3; i++) await expect(step()).rejects.toMatchObject({ kind: 'pruned' })
    expect([await states(), await signed()]).toEqual([['SENT'], 1])
    pruneHeight = 0
    await steps(3)
    expect(await states()).toEqual(['FINAL'])
  })
})
