import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Block, Transaction } from 'bitcoinjs-lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWallet, Regtest } from '#server/anchoring/test/regtest.ts'

let regtest: Regtest

beforeEach(async () => {
  regtest = await Regtest.start()
})
afterEach(() => regtest.close())

const code = (expected: number, message: RegExp | string = '') =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) })
const confirmations = async (txid: string) =>
  (await regtest.call<{ confirmations?: number }>('getrawtransaction', txid, true)).confirmations
const tip = () => regtest.call<string>('getbestblockhash')

describe('mempool', () => {
  it('rejects a double spend of a mined output and of an output that the mempool spends', async () => {
    const [utxo] = await regtest.utxos()
    const first = await regtest.anchor(utxo!, 1)
    await regtest.send(first)
    await expect(regtest.send(await regtest.anchor(utxo!, 2))).rejects.toEqual(code(-26, 'insufficient fee'))
    await regtest.mine(1)
    expect(await confirmations(first.txid)).toBe(1)
    await expect(regtest.send(await regtest.anchor(utxo!, 3, 50))).rejects.toEqual(code(-25, 'missingorspent'))
    await expect(regtest.send(first)).rejects.toEqual(code(-27))
  })

  it('returns the same id when the same transaction is sent twice', async () => {
    const [utxo] = await regtest.utxos()
    const tx = await regtest.anchor(utxo!, 1)
    expect(await regtest.send(tx)).toBe(tx.txid)
    expect(await regtest.send(tx)).toBe(tx.txid)
    expect(await regtest.call('getrawmempool')).toEqual([tx.txid])
  })

  it('replaces only for a better rate and the old fee plus 1 sat/vB', async () => {
    const [utxo] = await regtest.utxos()
    const first = await regtest.anchor(utxo!, 1, 2)
    await regtest.send(first)
    const step = BigInt(first.vsize)
    const short = await regtest.anchor(utxo!, 2, 1, first.fee + step - 2n)
    await expect(regtest.send(short)).rejects.toEqual(code(-26, 'not enough additional fees'))
    const child = await regtest.anchor(first.change, 3, 20)
    await regtest.send(child)
    // The fee of the child is lost with its parent, so the replacement has to pay for both.
    const cheap = await regtest.anchor(utxo!, 4, 1, first.fee + step + 2n)
    await expect(regtest.send(cheap)).rejects.toEqual(code(-26, 'less fees than conflicting'))
    const winner = await regtest.anchor(utxo!, 5, 1, first.fee + child.fee + step + 2n)
    await regtest.send(winner)
    expect(await regtest.call('getrawmempool')).toEqual([winner.txid])
    expect(await regtest.call('gettxout', child.txid, 0)).toBeNull()
  })

  it('validates a transaction without adding it', async () => {
    const [utxo] = await regtest.utxos()
    const tx = await regtest.anchor(utxo!, 1)
    const judge = () => regtest.call('testmempoolaccept', [tx.hex])
    expect(await judge()).toMatchObject([{ txid: tx.txid, allowed: true, vsize: tx.vsize }])
    expect(await regtest.call('getrawmempool')).toEqual([])
    await regtest.send(tx)
    expect(await judge()).toMatchObject([{ allowed: false, 'reject-reason': 'txn-already-in-mempool' }])
    await regtest.mine(1)
    expect(await judge()).toMatchObject([{ allowed: false, 'reject-reason': 'txn-already-known' }])
  })

  it('rejects a forged signature, an output of another key, a low fee, a future lock time and invalid data', async () => {
    const [utxo] = await regtest.utxos()
    const good = await regtest.anchor(utxo!, 1)
    const change = (edit: (tx: Transaction) => void) => {
      const tx = Transaction.fromHex(good.hex)
      edit(tx)
      return regtest.call('sendrawtransaction', tx.toHex())
    }
    await expect(change((tx) => (tx.outs[0]!.value -= 1n))).rejects.toEqual(code(-26, 'mandatory-script'))
    await expect(change((tx) => (tx.outs[0]!.value = utxo!.value))).rejects.toEqual(code(-26, 'min relay fee'))
    await expect(change((tx) => (tx.outs[0]!.value = utxo!.value + 1n))).rejects.toEqual(code(-26, 'in-belowout'))
    await expect(change((tx) => (tx.locktime = 10_000))).rejects.toEqual(code(-26, 'non-final'))
    await expect(change((tx) => (tx.ins[0]!.index = 1))).rejects.toEqual(code(-25, 'missingorspent'))
    await expect(change((tx) => tx.setWitness(0, []))).rejects.toEqual(code(-26, 'mandatory-script'))
    await expect(regtest.call('sendrawtransaction', 'beef')).rejects.toEqual(code(-22))
    expect(await regtest.call('getrawmempool')).toEqual([])
    expect(await regtest.send(good)).toBe(good.txid)
  })

  it('keeps a coinbase locked for a hundred blocks', async () => {
    const height = await regtest.call<number>('getblockcount')
    const young = async (at: number) => {
      const id = await regtest.call<string>('getblockhash', at)
      const block = await regtest.call<{ tx: string[] }>('getblock', id)
      return regtest.anchor({ txid: block.tx[0]!, vout: 0, value: 5_000_000_000n }, 1)
    }
    const early = await young(height - 98)
    await expect(regtest.send(early)).rejects.toEqual(code(-26, 'premature'))
    await expect(regtest.call('generateblock', regtest.wallet.address, [early.hex])).rejects.toEqual(
      code(-25, 'premature'),
    )
    expect(await regtest.send(await young(height - 99))).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('reorganisation', () => {
  it('returns a transaction to the mempool and mines it again on the competing branch', async () => {
    const [utxo] = await regtest.utxos()
    const parent = await regtest.anchor(utxo!, 1)
    const child = await regtest.anchor(parent.change, 2)
    await regtest.send(parent)
    const [lost] = await regtest.mine(1)
    await regtest.send(child)
    const oldTip = (await regtest.mine(1))[0]!

    await regtest.call('invalidateblock', lost)
    expect(await regtest.call('getrawmempool')).toEqual([parent.txid, child.txid])
    expect(await confirmations(parent.txid)).toBeUndefined()
    expect(await regtest.call('getblockheader', oldTip)).toMatchObject({ confirmations: -1 })

    const branch = await regtest.mine(3)
    expect(await confirmations(parent.txid)).toBe(3)
    expect(await confirmations(child.txid)).toBe(3)
    // The old branch is valid again, but shorter.
    await regtest.call('reconsiderblock', lost)
    expect(await tip()).toBe(branch[2])
    // Without the new branch it has the most work.
    await regtest.call('invalidateblock', branch[0])
    expect(await tip()).toBe(oldTip)
    expect(await confirmations(parent.txid)).toBe(2)
    expect(await confirmations(child.txid)).toBe(1)
  })

  it('keeps a conflicting transaction of the new branch, and removes the other one and its child', async () => {
    const [utxo] = await regtest.utxos()
    const loser = await regtest.anchor(utxo!, 1)
    await regtest.send(loser)
    const [block] = await regtest.mine(1)
    await regtest.send(await regtest.anchor(loser.change, 2))
    await regtest.call('invalidateblock', block)
    const winner = await regtest.anchor(utxo!, 3)
    await regtest.call('generateblock', regtest.wallet.address, [winner.hex])
    expect(await confirmations(winner.txid)).toBe(1)
    expect(await regtest.call('getrawmempool')).toEqual([])
    await expect(regtest.call('getrawtransaction', loser.txid)).rejects.toEqual(code(-5))
    await expect(regtest.send(loser)).rejects.toEqual(code(-25))
  })

  it('keeps exactly the unspent outputs of the active chain', async () => {
    const snapshot = async () =>
      JSON.stringify(await regtest.call('scantxoutset', 'start', [`addr(${regtest.wallet.address})`]))
    const before = await snapshot()
    const [utxo, other] = await regtest.utxos()
    const tx = await regtest.anchor(utxo!, 1)
    await regtest.send(tx)
    await regtest.send(await regtest.anchor(tx.change, 2))
    await regtest.send(await regtest.anchor(other!, 3))
    const [block] = await regtest.mine(2)
    const after = await snapshot()
    expect(after).not.toBe(before)
    await regtest.call('invalidateblock', block)
    const sorted = (text: string) => (JSON.parse(text).unspents as object[]).map((utxo) => JSON.stringify(utxo)).sort()
    expect(sorted(await snapshot())).toEqual(sorted(before))
    await regtest.call('reconsiderblock', block)
    expect(sorted(await snapshot())).toEqual(sorted(after))
  })
})

describe('generateblock', () => {
  it('rejects a child before its parent, a double spend and an unknown output', async () => {
    const [utxo] = await regtest.utxos()
    const parent = await regtest.anchor(utxo!, 1)
    const child = await regtest.anchor(parent.change, 2)
    const rival = await regtest.anchor(utxo!, 3)
    const before = await tip()
    const generate = (...list: { hex: string }[]) =>
      regtest.call<{ hash: string }>(
        'generateblock',
        regtest.wallet.address,
        list.map((tx) => tx.hex),
      )
    await expect(generate(child, parent)).rejects.toEqual(code(-25, 'missingorspent'))
    await expect(generate(parent, rival)).rejects.toEqual(code(-25, 'missingorspent'))
    await expect(generate(child)).rejects.toEqual(code(-25, 'missingorspent'))
    expect(await tip()).toBe(before)
    const { hash } = await generate(parent, child)
    expect(await tip()).toBe(hash)
    expect(await regtest.call('getblock', hash)).toMatchObject({ nTx: 3, confirmations: 1 })
  })

  it('rejects created money: an output spent twice, a negative output, more than the maximum supply', async () => {
    const [utxo] = await regtest.utxos()
    const good = await regtest.anchor(utxo!, 1)
    const refuseHex = async (reason: string, hex: string) => {
      const generated = regtest.call('generateblock', regtest.wallet.address, [hex])
      await expect(generated).rejects.toEqual(code(-25, reason))
      await expect(regtest.call('sendrawtransaction', hex)).rejects.toEqual(code(-26, reason))
    }
    const refuse = (reason: string, edit: (tx: Transaction) => void) => {
      const tx = Transaction.fromHex(good.hex)
      edit(tx)
      return refuseHex(reason, tx.toHex())
    }
    const amount = Buffer.alloc(8)
    amount.writeBigInt64LE(good.change.value)
    await refuseHex('bad-txns-vout-negative', good.hex.replace(amount.toString('hex'), 'ff'.repeat(8)))
    await refuse('bad-txns-inputs-duplicate', (tx) => tx.ins.push(tx.ins[0]!))
    await refuse('bad-txns-txouttotal-toolarge', (tx) => (tx.outs[0]!.value = 2_100_000_000_000_001n))
    await refuse('bad-txns-in-belowout', (tx) => (tx.outs[0]!.value = 2_100_000_000_000_000n))
  })

  it('mines blocks whose roots, work, height and reward another implementation confirms', async () => {
    const [utxo] = await regtest.utxos()
    const tx = await regtest.anchor(utxo!, 1)
    await regtest.send(tx)
    const stranger = createWallet()
    const [id] = await regtest.mine(1, stranger.address)
    const block = Block.fromHex(await regtest.call<string>('getblock', id, 0))
    const { height } = await regtest.call<{ height: number }>('getblockheader', id)
    expect(block.getId()).toBe(id)
    expect(block.checkProofOfWork()).toBe(true)
    expect(block.checkTxRoots()).toBe(true)
    expect(block.getWitnessCommit()).not.toBeNull()
    const [coinbase] = block.transactions!
    expect(coinbase!.ins[0]!.script[1]).toBe(height)
    expect(coinbase!.outs[0]!.value).toBe(5_000_000_000n + tx.fee)
  })
})

describe('restart', () => {
  const blocksFile = () => join(regtest.dir, 'blocks.dat')

  it('keeps chain, invalidated blocks, unspent outputs and mempool', async () => {
    const [utxo, other] = await regtest.utxos()
    const mined = await regtest.anchor(utxo!, 1)
    await regtest.send(mined)
    const [lost] = await regtest.mine(5)
    await regtest.call('invalidateblock', lost)
    await regtest.mine(2)
    const waiting = await regtest.anchor(other!, 2)
    await regtest.send(waiting)
    const state = async () => [
      await regtest.call('getblockchaininfo'),
      await regtest.call('scantxoutset', 'start', [`addr(${regtest.wallet.address})`]),
      await regtest.call('getrawmempool'),
      await confirmations(mined.txid),
    ]
    const before = await state()
    await regtest.restart()
    expect(await state()).toEqual(before)
    expect(before[3]).toBe(2)
    // The longer branch still exists and is still marked invalid: only reconsiderblock activates it.
    await regtest.call('reconsiderblock', lost)
    expect(await confirmations(mined.txid)).toBe(5)
    const back = await tip()
    await regtest.restart()
    expect(await tip()).toBe(back)
    await regtest.mine(1)
    expect(await confirmations(waiting.txid)).toBe(1)
  })

  it('truncates a partial last record at any position', async () => {
    const [last] = await regtest.mine(1)
    const { size } = await stat(blocksFile())
    await regtest.mine(1)
    const whole = await readFile(blocksFile())
    for (const length of [size + 1, size + 4, size + 60, whole.length - 1]) {
      await regtest.running.close()
      await writeFile(blocksFile(), whole)
      await truncate(blocksFile(), length)
      await regtest.restart()
      expect(await tip()).toBe(last)
      expect((await stat(blocksFile())).size).toBe(size)
    }
    await regtest.running.close()
    await appendFile(blocksFile(), Buffer.alloc(300))
    await regtest.restart()
    expect(await tip()).toBe(last)
    const [next] = await regtest.mine(1)
    await regtest.restart()
    expect(await tip()).toBe(next)
  })

  it('opens three thousand blocks without a change', async () => {
    await regtest.mine(3000)
    await regtest.restart()
    expect(await regtest.call('getblockcount')).toBe(3110)
  })
})
