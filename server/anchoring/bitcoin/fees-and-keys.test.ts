import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Transaction } from 'bitcoinjs-lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stepChain } from '#server/anchoring/jobs/step.ts'
import { createWallet, Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { addEpoch, makeDue, regtestChain } from '#server/anchoring/test/regtest-chain.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type BitcoinConnection, bitcoinChain } from './chain.ts'
import { type BitcoinRpc, BitcoinRpcError, createBitcoinRpc } from './rpc.ts'
import { createCoinScan } from './scan.ts'

let regtest: Regtest
let database: TestDatabase
let db: Database
let chain: BitcoinConnection
let calls: string[]
let reports: string[]
let stop: AbortController
/** The error message with which the node rejects these bytes; undefined: the real node decides. */
let reject: (hex: string) => string | undefined

beforeEach(async () => {
  regtest = await Regtest.start()
  database = await cloneDatabase()
  db = openDatabase({ databaseUrl: database.url, databaseConnections: 4 })
  stop = new AbortController()
  calls = []
  reports = []
  reject = () => undefined
  chain = connect(regtest.wallet)
  await addEpoch(database, db)
})
afterEach(async () => {
  stop.abort()
  await db.close()
  await database.drop()
  await regtest.close()
})

/** A node whose rejections the test controls. */
function watchedRpc(): BitcoinRpc {
  const rpc = createBitcoinRpc({ url: regtest.running.url, user: regtestUser, password: regtestPassword })
  return {
    ...rpc,
    async call<T>(method: string, ...params: unknown[]) {
      calls.push(method)
      const words = method === 'sendrawtransaction' ? reject(params[0] as string) : undefined
      if (words) throw new BitcoinRpcError(method, -26, words)
      return rpc.call<T>(method, ...params)
    },
    async scan<T>(...args: Parameters<BitcoinRpc['scan']>) {
      calls.push('scan')
      return rpc.scan<T>(...args)
    },
  }
}

/** A node that does not respond to a scan, as on a public network for minutes. */
async function startSlowNode() {
  const actions: string[] = []
  const server = createServer(async (request, response) => {
    const { params } = JSON.parse(await text(request)) as { params: [string] }
    actions.push(params[0])
    if (params[0] === 'abort') response.end(JSON.stringify({ result: true, error: null }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, actions, close }
}

type Wallet = ReturnType<typeof createWallet>

const connect = (present: Wallet, former: Wallet[] = []): BitcoinConnection =>
  regtestChain(watchedRpc(), present, { finalAfter: 2, bumpAfter: 2, former, signal: stop.signal })

async function step(): Promise<void> {
  await makeDue(database)
  await stepChain(db, bitcoinChain(chain), ({ reason }) => void reports.push(reason))
}
async function steps(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await step()
}
const attempts = async () =>
  (await database.query('select kind, txid, raw, fee::int from anchor_attempt order by created_at')).rows
const job = async () =>
  (await database.query('select state, error, winner from anchor_job order by created_at desc')).rows[0]
const mempool = () => regtest.call<string[]>('getrawmempool')
async function finish(): Promise<void> {
  await step()
  await regtest.mine(2)
  await steps(2)
  expect(await job()).toMatchObject({ state: 'FINAL', error: null })
}

describe('fees on Bitcoin [VE03]', () => {
  it('signs no replacement when the rejection is not about fees, reports it, and sends with the first fee', async () => {
    reject = () => 'scriptpubkey'
    await steps(8)
    expect(await attempts()).toHaveLength(1)
    expect(await job()).toMatchObject({ state: 'SENT', error: expect.stringContaining('scriptpubkey') })
    expect(reports.at(-1)).toContain('not because of its fee: sendrawtransaction: scriptpubkey (-26)')
    reject = () => undefined
    await finish()
    expect(await attempts()).toHaveLength(1)
  })

  it('does not sign a replacement when the node rejects a sufficient fee as too low', async () => {
    reject = () => 'min relay fee not met, 169 < 100000'
    await steps(8)
    expect(await attempts()).toHaveLength(1)
    expect(await job()).toMatchObject({ error: expect.stringContaining('169 < 100000') })
  })

  it('raises the fee of a transaction that does not confirm by the incremental relay fee', async () => {
    await steps(3)
    await regtest.mineEmpty(2)
    await steps(2)
    const [first, second] = await attempts()
    expect(await mempool()).toEqual([second.txid])
    const { vsize } = await regtest.call<{ vsize: number }>('getmempoolentry', second.txid)
    expect(second.fee - first.fee).toBeGreaterThanOrEqual(vsize)
    expect(second.fee - first.fee).toBeLessThanOrEqual(vsize + 1)
    await finish()
  })

  it('bumps the fee by CPFP when the node does not replace a transaction', async () => {
    await steps(3)
    const [first] = await attempts()
    reject = (hex) =>
      hex !== first.raw && Transaction.fromHex(hex).outs.length === 2 ? 'txn-mempool-conflict' : undefined
    await regtest.mineEmpty(2)
    await steps(4)
    const all = await attempts()
    expect(all.map(({ kind }) => kind)).toEqual(['anchor', 'anchor', 'child'])
    expect((await mempool()).toSorted()).toEqual([first.txid, all[2].txid].toSorted())
    await finish()
    expect(await job()).toMatchObject({ winner: first.txid })
    const { rows } = await database.query('select outpoint from anchor_coin where outpoint = $1', [`${all[2].txid}:0`])
    expect(rows).toHaveLength(1)
  })

  it('sends an earlier transaction again when the node lost all of them and rejects the newest', async () => {
    await steps(3)
    await regtest.mineEmpty(2)
    await steps(2)
    const [first, second] = await attempts()
    expect(await mempool()).toEqual([second.txid])
    // Another node, which has none of them and takes the first one only.
    await regtest.call('invalidateblock', await regtest.call('getbestblockhash'))
    reject = (hex) => (hex === first.raw ? undefined : 'non-mandatory-script-verify-flag')
    calls = []
    await step()
    expect(calls.filter((method) => method === 'sendrawtransaction')).toHaveLength(2)
    expect(await attempts()).toHaveLength(2)
  })
})

describe('keys and outputs on Bitcoin [VE03]', () => {
  it('spends the change of the last anchor without another scan', async () => {
    await steps(3)
    await finish()
    const [first] = await attempts()
    expect(calls.filter((method) => method === 'scan')).toHaveLength(1)
    await database.query('delete from anchor_coin where outpoint not like $1', [`${first.txid}:%`])
    await addEpoch(database, db)
    await steps(2)
    expect(await mempool()).toHaveLength(1)
    expect(
      Buffer.from(Transaction.fromHex((await attempts())[1].raw).ins[0]!.hash)
        .reverse()
        .toString('hex'),
    ).toBe(first.txid)
    expect(calls.filter((method) => method === 'scan')).toHaveLength(1)
  })

  it('finishes a transaction with the former key after a rotation, and moves the money to the present key', async () => {
    await steps(3)
    const present = createWallet()
    chain = connect(present, [regtest.wallet])
    await regtest.mineEmpty(2)
    await steps(2)
    const [, second] = await attempts()
    expect(await mempool()).toEqual([second.txid])
    const change = Transaction.fromHex(second.raw).outs[0]!
    expect(Buffer.from(change.script).subarray(2)).not.toEqual(Buffer.alloc(20))
    await finish()
    const { rows } = await database.query('select public_key from anchor_coin where outpoint = $1', [
      `${second.txid}:0`,
    ])
    expect(rows[0].public_key.equals(Buffer.from(present.publicKey))).toBe(true)
  })

  it('waits when the signer lacks a former key, and sends the signed transactions', async () => {
    await steps(3)
    chain = connect(createWallet())
    await regtest.mineEmpty(2)
    await step()
    expect(await job()).toMatchObject({ state: 'SENT', error: expect.stringContaining('BITCOIN_FORMER_KEYS') })
    expect(await attempts()).toHaveLength(1)
    expect(await mempool()).toHaveLength(1)
  })

  it('holds no transaction during a scan, and ends the scan of the node when it is stopped', async () => {
    const node = await startSlowNode()
    const rpc = createBitcoinRpc({ url: node.url })
    const signal = stop.signal
    chain.scan = createCoinScan({ rpc, keys: chain.keys, network: 'regtest', timeoutMs: 60_000, signal })
    const stepping = step()
    await expect.poll(() => node.actions).toEqual(['start'])
    const { rows } = await database.query(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
    await stepping
    stop.abort()
    await expect.poll(() => node.actions).toEqual(['start', 'abort'])
    node.close()
  })

  it('reports an address without outputs once, and continues when it is funded', async () => {
    const poor = createWallet()
    chain = connect(poor)
    await steps(3)
    expect(reports).toHaveLength(2)
    expect(new Set(reports).size).toBe(1)
    expect(reports[0]).toBe(
      `The Bitcoin address ${chain.address} on regtest has no output of 20,000 satoshis or more: fund it.`,
    )
    await regtest.mine(101, poor.address)
    chain = connect(poor)
    await steps(6)
    expect(await job()).toMatchObject({ state: 'SENT', error: null })
  })
})
