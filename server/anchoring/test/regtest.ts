import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Block, networks, payments, type Transaction } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import * as ecc from 'tiny-secp256k1'
import { type BitcoinNodeOptions, startBitcoinNode } from '#scripts/chains/bitcoin/start.ts'
import { type BitcoinRpc, createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'
import { type AnchorTransaction, buildAnchorTransaction, type Utxo } from '#server/anchoring/bitcoin/transaction.ts'
import type { Signer } from '#server/anchoring/signer/signer-interface.ts'
import { startBitcoind } from './real-bitcoind.ts'

const ECPair = ECPairFactory(ecc)
export const regtestUser = 'assay'
export const regtestPassword = 'p:ä ss'

type Wallet = Signer & {
  address: string
}

export function createWallet(): Wallet {
  const pair = ECPair.makeRandom()
  const { address } = payments.p2wpkh({ pubkey: pair.publicKey, network: networks.regtest })
  return { publicKey: pair.publicKey, sign: async (message) => pair.sign(message), address: address! }
}

type Running = { url: string; close(): Promise<void> }

/** With BITCOIND=/path/to/bitcoind, the same tests run against a real one. */
const startNode = (options: BitcoinNodeOptions): Promise<Running> =>
  process.env.BITCOIND ? startBitcoind(process.env.BITCOIND, options) : startBitcoinNode(options)

/** A node in its own folder, with a funded wallet. restart() opens the same folder again. */
export class Regtest {
  readonly wallet = createWallet()
  readonly dir: string
  #options: Partial<BitcoinNodeOptions>
  #running: Running | undefined
  #rpc: BitcoinRpc | undefined

  private constructor(dir: string, options: Partial<BitcoinNodeOptions>) {
    this.dir = dir
    this.#options = options
  }

  static async start(options: Partial<BitcoinNodeOptions> = {}): Promise<Regtest> {
    const regtest = new Regtest(await mkdtemp(join(tmpdir(), 'assay-regtest-')), options)
    await regtest.restart()
    return regtest
  }

  get running(): Running {
    return this.#running!
  }

  async restart(options: Partial<BitcoinNodeOptions> = {}): Promise<void> {
    this.#options = { ...this.#options, ...options }
    await this.#running?.close()
    const base = { dir: this.dir, port: 0, user: regtestUser, password: regtestPassword, mineTo: this.wallet.address }
    this.#running = await startNode({ ...base, ...this.#options })
    this.#rpc = createBitcoinRpc({ url: this.#running.url, user: regtestUser, password: regtestPassword })
  }

  call<T = unknown>(method: string, ...params: unknown[]): Promise<T> {
    return this.#rpc!.call<T>(method, ...params)
  }

  mine(count: number, address = this.wallet.address): Promise<string[]> {
    return this.call('generatetoaddress', count, address)
  }

  /** Mines blocks without the transactions that wait. */
  async mineEmpty(count: number): Promise<void> {
    for (let i = 0; i < count; i++) await this.call('generateblock', this.wallet.address, [])
  }

  /** The wallet's unspent outputs that can be spent in the next block, oldest first. */
  async utxos(): Promise<Utxo[]> {
    const height = await this.call<number>('getblockcount')
    const { unspents } = await this.call<{
      unspents: { txid: string; vout: number; amount: number; height: number }[]
    }>('scantxoutset', 'start', [`addr(${this.wallet.address})`])
    return unspents
      .filter((utxo) => height + 1 - utxo.height >= 100)
      .sort((a, b) => a.height - b.height)
      .map(({ txid, vout, amount }) => ({ txid, vout, value: BigInt(Math.round(amount * 1e8)) }))
  }

  anchor(utxo: Utxo, fill: number, feeRate = 2, minimumFee = 0n): Promise<AnchorTransaction> {
    return buildAnchorTransaction(this.wallet, utxo, Buffer.alloc(32, fill), { feeRate, minimumFee })
  }

  send(tx: AnchorTransaction): Promise<string> {
    return this.call('sendrawtransaction', tx.hex)
  }

  /** Every output on the active chain that contains 32 bytes, as hex. */
  async anchoredRoots(): Promise<string[]> {
    const roots: string[] = []
    const height = await this.call<number>('getblockcount')
    for (let h = 1; h <= height; h++) {
      const block = Block.fromHex(await this.call('getblock', await this.call('getblockhash', h), 0))
      for (const tx of block.transactions!.slice(1)) roots.push(...embedded(tx))
    }
    return roots
  }

  async close(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
    await rm(this.dir, { recursive: true, force: true })
  }
}

function embedded(tx: Transaction): string[] {
  return tx.outs
    .filter(({ script }) => script.length === 34 && script[0] === 0x6a && script[1] === 32)
    .map(({ script }) => Buffer.from(script.subarray(2)).toString('hex'))
}
