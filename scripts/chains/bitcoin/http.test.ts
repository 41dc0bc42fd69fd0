import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Block } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'
import { createWallet, Regtest, regtestPassword, regtestUser } from '#server/anchoring/test/regtest.ts'
import { BitcoinNode } from './node.ts'
import { startBitcoinNode } from './start.ts'

describe('JSON-RPC over HTTP', () => {
  let regtest: Regtest
  beforeAll(async () => {
    regtest = await Regtest.start()
  })
  afterAll(() => regtest.close())

  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const post = (body: string, authorization = basic(regtestUser, regtestPassword)) =>
    fetch(regtest.running.url, { method: 'POST', headers: { authorization }, body })

  it('rejects requests without the user and the password', async () => {
    const body = JSON.stringify({ method: 'getblockcount', id: 1 })
    for (const authorization of [
      '',
      'Basic',
      basic(regtestUser, ''),
      basic(regtestUser, `${regtestPassword} `),
      basic('', regtestPassword),
    ]) {
      const response = await post(body, authorization)
      expect(response.status).toBe(401)
      expect(await response.text()).toBe('')
    }
    expect(await (await post(body)).json()).toEqual({ result: 110, error: null, id: 1 })
  })

  it('uses the status codes and the errors of bitcoind', async () => {
    const answer = async (body: string) => {
      const response = await post(body)
      return { status: response.status, body: (await response.json()) as unknown }
    }
    expect(await answer('{')).toMatchObject({ status: 500, body: { error: { code: -32700 } } })
    expect(await answer('{"method":"nope"}')).toMatchObject({ status: 404, body: { error: { code: -32601 } } })
    expect(await answer('{"method":"getblockhash","params":[9999]}')).toMatchObject({
      status: 500,
      body: { error: { code: -8, message: 'Block height out of range' } },
    })
    const batch = '[{"method":"getblockcount","id":"a"},{"method":"getblock","params":["00"],"id":"b"},7]'
    expect(await answer(batch)).toMatchObject({
      status: 200,
      body: [{ result: 110, id: 'a' }, { error: { code: -8 }, id: 'b' }, { error: { code: -32601 } }],
    })
    expect(
      (await fetch(regtest.running.url, { headers: { authorization: basic(regtestUser, regtestPassword) } })).status,
    ).toBe(405)
  })

  it('does not touch the files of the node that uses the port', async () => {
    const { port } = new URL(regtest.running.url)
    const second = startBitcoinNode({
      dir: regtest.dir,
      port: Number(port),
      user: regtestUser,
      password: regtestPassword,
    })
    await expect(second).rejects.toThrow('EADDRINUSE')
    expect(await regtest.call('getblockcount')).toBe(110)
  })

  it('proves the position of a transaction, for every block size up to nine', async () => {
    const utxos = await regtest.utxos()
    for (let size = 1; size <= 8; size++) {
      const txs = await Promise.all(utxos.splice(0, 1).map((utxo) => regtest.anchor(utxo, size)))
      while (txs.length < size) txs.push(await regtest.anchor(txs.at(-1)!.change, size))
      for (const tx of txs) await regtest.send(tx)
      const [id] = await regtest.mine(1)
      for (const { txid } of txs) {
        const proof = Buffer.from(await regtest.call<string>('gettxoutproof', [txid]), 'hex')
        const block = Block.fromBuffer(proof.subarray(0, 80))
        expect(block.getId()).toBe(id)
        const read = readMerkleBlock(proof.subarray(80))
        expect(read.root).toEqual(Buffer.from(block.merkleRoot!))
        expect(read.matched).toEqual([txid])
      }
    }
    await expect(regtest.call('gettxoutproof', ['00'.repeat(32)])).rejects.toMatchObject({ code: -5 })
  })
})

describe('a killed node', () => {
  it('keeps every block that it acknowledged', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'assay-killed-'))
    const start = JSON.stringify(new URL('./start.ts', import.meta.url).href)
    const program = `
      const { startBitcoinNode } = await import(${start})
      const { url } = await startBitcoinNode({ dir: process.argv[1], port: 0, user: 'u', password: 'p' })
      console.log(url)`
    const { address } = createWallet()
    let last = ''
    for (let round = 1; round <= 3; round++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, dir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const rpc = createBitcoinRpc({ url: line.toString().trim(), user: 'u', password: 'p' })
      if (last) expect(await rpc.call('getblockheader', last)).toHaveProperty('hash', last)
      const mining = (async () => {
        for (;;) [last = last] = await rpc.call<string[]>('generatetoaddress', 1, address)
      })()
      setTimeout(() => child.kill('SIGKILL'), 100 * round)
      await Promise.all([expect(mining).rejects.toThrow(), once(child, 'exit')])
    }
    const node = new BitcoinNode(dir)
    const found = node.chain.find(last)
    expect(node.chain.isActive(found)).toBe(true)
    expect(node.chain.tip.height - found.height).toBeLessThanOrEqual(1)
    node.close()
    await rm(dir, { recursive: true })
  })
})

describe('automatic mining', () => {
  it('mines until a transaction has six confirmations, then stops', async () => {
    const regtest = await Regtest.start({ blockMs: 20 })
    try {
      const idle = () => new Promise((resolve) => setTimeout(resolve, 200))
      await idle()
      expect(await regtest.call('getblockcount')).toBe(110)
      const [utxo] = await regtest.utxos()
      const tx = await regtest.anchor(utxo!, 1)
      await regtest.send(tx)
      await expect
        .poll(() => regtest.call('getrawtransaction', tx.txid, true), { timeout: 5000 })
        .toMatchObject({ confirmations: 6 })
      await idle()
      expect(await regtest.call('getblockcount')).toBe(116)
    } finally {
      await regtest.close()
    }
  })

  it('continues after a restart where it stopped', async () => {
    const regtest = await Regtest.start()
    try {
      const [utxo] = await regtest.utxos()
      await regtest.send(await regtest.anchor(utxo!, 1))
      await regtest.mine(2)
      await regtest.restart({ blockMs: 20 })
      await expect.poll(() => regtest.call('getblockcount'), { timeout: 5000 }).toBe(116)
    } finally {
      await regtest.close()
    }
  })

  it('funds the key once', async () => {
    const regtest = await Regtest.start()
    try {
      expect(await regtest.utxos()).toHaveLength(11)
      await regtest.restart()
      expect(await regtest.call('getblockcount')).toBe(110)
    } finally {
      await regtest.close()
    }
  })
})

/** A parser for BIP 37, "Partial Merkle branch format", written independently of the serializer. */
function readMerkleBlock(bytes: Buffer): { root: Buffer; matched: string[] } {
  const total = bytes.readUInt32LE(0)
  const count = bytes[4]!
  const hashes = Array.from({ length: count }, (_, i) => bytes.subarray(5 + 32 * i, 37 + 32 * i))
  const bits = bytes.subarray(6 + 32 * count)
  const hash = (data: Buffer) => createHash('sha256').update(createHash('sha256').update(data).digest()).digest()
  const matched: string[] = []
  const width = (height: number) => Math.ceil(total / 2 ** height)
  let [bit, used, top] = [0, 0, 0]
  while (width(top) > 1) top++
  const walk = (height: number, position: number): Buffer => {
    const flag = (bits[bit >> 3]! >> (bit & 7)) & 1
    bit++
    if (height === 0 || !flag) {
      const own = hashes[used++]!
      if (height === 0 && flag) matched.push(Buffer.from(own).reverse().toString('hex'))
      return own
    }
    const left = walk(height - 1, position * 2)
    const right = position * 2 + 1 < width(height - 1) ? walk(height - 1, position * 2 + 1) : left
    return hash(Buffer.concat([left, right]))
  }
  const root = walk(top, 0)
  expect({ used, bytes: bits.length }).toEqual({ used: count, bytes: Math.ceil(bit / 8) })
  return { root, matched }
}
