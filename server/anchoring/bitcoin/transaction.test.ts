import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Block, Transaction } from 'bitcoinjs-lib'
import { afterEach, describe, expect, it } from 'vitest'
import { buildTree, inclusionPath, leafHash } from '#server/anchoring/proof/merkle.ts'
import { finalSuffix } from '#server/anchoring/proof/ots-proof.ts'
import { createWallet, Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { readTimestamp } from '#shared/transparency/ots/read-ots.ts'
import { BitcoinRpcError, BitcoinUnreachableError, createBitcoinRpc } from './rpc.ts'
import { buildAnchorTransaction, InsufficientFundsError, maxVsizeOf, strippedTransaction } from './transaction.ts'

const utxo = { txid: 'ab'.repeat(32), vout: 1, value: 100_000n }
const root = Buffer.alloc(32, 9)

describe('anchoring transaction [VE03]', () => {
  it('has one input, the change as first output, 32 plain bytes, no lock time, and is replaceable', async () => {
    const wallet = createWallet()
    const built = await buildAnchorTransaction(wallet, utxo, root, { feeRate: 10 })
    const tx = Transaction.fromHex(built.hex)
    expect(tx).toMatchObject({ version: 2, locktime: 0 })
    expect(tx.ins).toHaveLength(1)
    expect(tx.ins[0]).toMatchObject({ index: 1, sequence: 0xfffffffd })
    expect(tx.outs.map((out) => out.value)).toEqual([100_000n - built.fee, 0n])
    expect(Buffer.from(tx.outs[1]!.script).toString('hex')).toBe(`6a20${root.toString('hex')}`)
    expect(built.change).toEqual({ txid: tx.getId(), vout: 0, value: 100_000n - built.fee })
    const rate = Number(built.fee) / built.vsize
    expect(rate).toBeGreaterThanOrEqual(10)
    expect(rate).toBeLessThan(10.2)
  })

  it('pays the minimum fee of a replacement', async () => {
    const wallet = createWallet()
    expect((await buildAnchorTransaction(wallet, utxo, root, { feeRate: 1, minimumFee: 5000n })).fee).toBe(5000n)
    expect((await buildAnchorTransaction(wallet, utxo, root, { feeRate: 100, minimumFee: 5000n })).fee).toBeGreaterThan(
      15_000n,
    )
  })

  it('has the size of the longest signature for the fee of a replacement, also when its own is short', async () => {
    const wallet = createWallet()
    const usual = await buildAnchorTransaction(wallet, utxo, root, { feeRate: 1 })
    let short = usual
    // About one signature of 128 is so short.
    for (let value = 0n; short.vsize === usual.vsize; value++)
      short = await buildAnchorTransaction(wallet, { ...utxo, value: utxo.value + value }, root, { feeRate: 1 })
    expect([usual, short].map(({ hex }) => maxVsizeOf(hex))).toEqual([153, 153])
    expect(new Set([usual.vsize, short.vsize])).toEqual(new Set([152, 153]))
  })

  it('rejects an output that cannot pay the fee, a wrong root, an unusable fee rate or a wrong signature', async () => {
    const wallet = createWallet()
    await expect(buildAnchorTransaction(wallet, { ...utxo, value: 1000n }, root, { feeRate: 10 })).rejects.toThrow(
      InsufficientFundsError,
    )
    await expect(buildAnchorTransaction(wallet, utxo, root.subarray(1), { feeRate: 10 })).rejects.toThrow(RangeError)
    await expect(buildAnchorTransaction(wallet, utxo, root, { feeRate: Number.NaN })).rejects.toThrow(RangeError)
    const wrong = { publicKey: wallet.publicKey, sign: () => wallet.sign(Buffer.alloc(32, 1)) }
    await expect(buildAnchorTransaction(wrong, utxo, root, { feeRate: 10 })).rejects.toThrow('does not verify')
  })

  it('replaces a high s by the low one, because nodes do not relay a high s', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const wallet = createWallet()
    const high = {
      publicKey: wallet.publicKey,
      sign: async (message: Uint8Array) => {
        const low = Buffer.from(await wallet.sign(message))
        const s = order - BigInt(`0x${low.subarray(32).toString('hex')}`)
        return Buffer.concat([low.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
      },
    }
    expect((await buildAnchorTransaction(high, utxo, root, { feeRate: 2 })).hex).toBe(
      (await buildAnchorTransaction(wallet, utxo, root, { feeRate: 2 })).hex,
    )
  })

  it('strips to the bytes whose hash is the transaction id', async () => {
    const { hex, txid } = await buildAnchorTransaction(createWallet(), utxo, root, { feeRate: 2 })
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest()
    expect(
      hash(hash(strippedTransaction(hex)))
        .reverse()
        .toString('hex'),
    ).toBe(txid)
  })
})

describe('the path from batch root to block header on the embedded chain [VE03]', () => {
  it('ends in the merkle root of the header that the node returns', async () => {
    const regtest = await Regtest.start()
    try {
      const batches = [1, 2, 3].map((fill) => Buffer.alloc(32, fill))
      const epoch = buildTree(Buffer.concat(batches.map(leafHash)))
      const [utxo, other] = await regtest.utxos()
      const tx = await buildAnchorTransaction(regtest.wallet, utxo!, epoch.root, { feeRate: 2 })
      await regtest.send(await regtest.anchor(other!, 7))
      await regtest.send(tx)
      const [id] = await regtest.mine(1)
      const { tx: blockTxids, height } = await regtest.call<{ tx: string[]; height: number }>('getblock', id)
      const header = Block.fromHex(await regtest.call<string>('getblockheader', id, false))
      batches.forEach((batch, index) => {
        const suffix = finalSuffix(batch, {
          epochRoot: epoch.root,
          epochPath: inclusionPath(epoch.levels, 3, index),
          strippedTx: strippedTransaction(tx.hex),
          blockTxids,
          position: blockTxids.indexOf(tx.txid),
          height,
        })
        const message = new Uint8Array(header.merkleRoot!)
        expect(readTimestamp(suffix, batch)).toEqual({ fault: null, attestations: [{ height, message }] })
      })
    } finally {
      await regtest.close()
    }
  })
})

describe('JSON-RPC client', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
  })

  it('reports the code of an error and never the password', async () => {
    const regtest = await Regtest.start()
    try {
      await expect(regtest.call('getblockhash', 5000)).rejects.toThrow(BitcoinRpcError)
      await expect(regtest.call('getblockhash', 5000)).rejects.toMatchObject({ code: -8 })
      const url = new URL(regtest.running.url)
      url.username = regtestUser
      url.password = regtestPassword
      expect(await createBitcoinRpc({ url: url.href }).call('getblockcount')).toBe(110)
      const refused = createBitcoinRpc({ url: url.href, password: 'wrong-secret' }).call('getblockcount')
      await expect(refused).rejects.toThrow(BitcoinUnreachableError)
      await expect(refused).rejects.toThrow(/^getblockcount: 127\.0\.0\.1:\d+ rejected the user or password$/)
    } finally {
      await regtest.close()
    }
  })

  /** Closes the socket at the first request of each method, like a node after its keep-alive time. */
  async function flaky(): Promise<{ url: string; calls: string[] }> {
    const calls: string[] = []
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { method } = JSON.parse(body) as { method: string }
      if (calls.includes(method)) response.end('{"result":1,"error":null,"id":1}')
      else request.socket.destroy()
      calls.push(method)
    })
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
  }

  it('repeats a call after a closed socket, except calls that mine blocks', async () => {
    const { url, calls } = await flaky()
    const rpc = createBitcoinRpc({ url })
    expect(await rpc.call('getblockcount')).toBe(1)
    expect(await rpc.call('sendrawtransaction', 'aa')).toBe(1)
    await expect(rpc.call('generatetoaddress', 1, 'x')).rejects.toThrow(BitcoinUnreachableError)
    expect(calls).toEqual([
      'getblockcount',
      'getblockcount',
      'sendrawtransaction',
      'sendrawtransaction',
      'generatetoaddress',
    ])
  })

  it('fails with a named error when the node does not respond, is not running or is not Bitcoin', async () => {
    server = createServer(() => {})
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const silent = createBitcoinRpc({ url: `http://127.0.0.1:${port}`, timeoutMs: 100 })
    await expect(silent.call('getblockcount')).rejects.toThrow(BitcoinUnreachableError)
    server.removeAllListeners('request').on('request', (_, response) => response.writeHead(502).end('<html>'))
    await expect(silent.call('getblockcount')).rejects.toThrow('returned 502 without JSON-RPC')
    server.closeAllConnections()
    await new Promise((resolve) => server!.close(resolve))
    await expect(silent.call('getblockcount')).rejects.toThrow(BitcoinUnreachableError)
  })
})
