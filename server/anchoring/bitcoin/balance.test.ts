import { afterEach, beforeEach, expect, test } from 'vitest'
import { stepChain } from '#server/anchoring/jobs/step.ts'
import { createWallet, Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { addEpoch, makeDue, regtestChain } from '#server/anchoring/test/regtest-chain.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type BitcoinConnection, bitcoinChain } from './chain.ts'
import { readBalance } from './coins.ts'
import { createBitcoinRpc } from './rpc.ts'
import { buildAnchorTransaction } from './transaction.ts'

let regtest: Regtest
let database: TestDatabase
let db: Database
let chain: BitcoinConnection
const wallet = createWallet()
const coinbase = 5_000_000_000n

beforeEach(async () => {
  regtest = await Regtest.start()
  database = await cloneDatabase()
  db = openDatabase({ databaseUrl: database.url, databaseConnections: 3 })
  await regtest.mine(1, wallet.address)
  await regtest.mine(100)
  const rpc = createBitcoinRpc({ url: regtest.running.url, user: regtestUser, password: regtestPassword })
  chain = regtestChain(rpc, wallet, { finalAfter: 6, bumpAfter: 3 })
})
afterEach(async () => {
  await db.close()
  await database.drop()
  await regtest.close()
})

async function steps(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await makeDue(database)
    await stepChain(db, bitcoinChain(chain), () => undefined)
  }
}
const balance = async () => readBalance(db, chain.rpc, await regtest.call<number>('getblockcount'))
const outpoints = async () => (await database.query('select outpoint from anchor_coin')).rowCount
const fees = async () =>
  BigInt((await database.query(`select coalesce(sum(fee), 0) as sum from anchor_attempt`)).rows[0].sum)

test('finds a payment before any epoch waits for it [VE03]', async () => {
  expect([await balance(), chain.scan.hasEnded()]).toEqual([0n, false])
  await steps(1)
  expect([await balance(), chain.scan.hasEnded()]).toEqual([coinbase, true])
  expect(chain.scan.isDue()).toBe(false)
})

test('counts the money of an anchor once: before its block, in it, and when it is final [VE03]', async () => {
  await addEpoch(database, db)
  await steps(3)
  expect(await balance()).toBe(coinbase)
  await regtest.mine(1)
  await steps(1)
  expect(await balance()).toBe(coinbase - (await fees()))
  await regtest.mine(6)
  await steps(1)
  expect(await balance()).toBe(coinbase - (await fees()))
  expect(await outpoints()).toBe(1)
})

test('counts the change of an anchor when the address has as many outputs as the node is asked for [VE03]', async () => {
  await regtest.mine(19, wallet.address)
  await regtest.mine(100)
  await addEpoch(database, db)
  await steps(3)
  const before = await balance()
  expect([before > coinbase, await outpoints()]).toEqual([true, 20])
  await regtest.mine(1)
  await steps(1)
  expect(await balance()).toBe(before - (await fees()))
})

test('forgets an output that a transaction outside of the database has spent, as after a restore [VE03]', async () => {
  await steps(1)
  const [utxo] = (await database.query('select outpoint, value from anchor_coin')).rows
  const [txid, vout] = utxo.outpoint.split(':')
  const coin = { txid, vout: Number(vout), value: BigInt(utxo.value) }
  const { hex } = await buildAnchorTransaction(wallet, coin, Buffer.alloc(32, 7), { feeRate: 2 })
  await regtest.call('sendrawtransaction', hex)
  await regtest.mine(1)
  expect(await balance()).toBe(0n)
  expect(await outpoints()).toBe(0)
})
