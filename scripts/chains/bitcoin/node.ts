import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Block, Transaction } from 'bitcoinjs-lib'
import { AppendOnlyLog } from '#scripts/chains/append-only-log.ts'
import { feeOf } from './block-check.ts'
import { type ChainBlock, ChainState } from './chain-state.ts'
import { outpoint, spentOutpoint } from './consensus.ts'
import { Mempool, type MempoolEntry } from './mempool.ts'
import { fitBlock, mineBlock, type Paid } from './miner.ts'
import { RpcError, rpcCodes } from './rpc/error.ts'

/** Kinds of record. Blocks and operator commands share one log, so replaying it gives the same active chain. */
const blockKind = 0
const invalidateKind = 1
const reconsiderKind = 2
const transactionKind = 0

/**
 * A regtest node: chain, mempool and their files. All methods are synchronous, so that a call never sees a partial state of
 * another one. When a call has returned, its changes are on disk.
 */
export class BitcoinNode {
  readonly chain = new ChainState()
  readonly mempool = new Mempool(this.chain)
  readonly #blocks: AppendOnlyLog
  readonly #transactions: AppendOnlyLog

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true })
    const blocks = AppendOnlyLog.open(join(dir, 'blocks.dat'))
    this.#blocks = blocks.log
    for (const { kind, body } of blocks.records) this.#replay(kind, body)
    const waiting = AppendOnlyLog.open(join(dir, 'mempool.dat'))
    this.#transactions = waiting.log
    this.mempool.rebuild(waiting.records.map(({ body }) => Transaction.fromBuffer(body)))
    this.#saveMempool()
  }

  /** Returns the entry of the raw transaction, new or known. Throws RpcError with the codes of bitcoind. */
  send(tx: Transaction): MempoolEntry {
    const txid = tx.getId()
    const known = this.mempool.find(txid)
    if (known) return known
    if (this.hasUnspentOutput(tx, txid)) {
      throw new RpcError(rpcCodes.alreadyInChain, 'Transaction outputs already in utxo set')
    }
    const entry = this.mempool.accept(tx)
    this.#transactions.append(transactionKind, tx.toBuffer())
    this.#transactions.sync()
    return entry
  }

  hasUnspentOutput(tx: Transaction, txid: string): boolean {
    return tx.outs.some((_, index) => this.chain.utxo(outpoint(txid, index)) !== undefined)
  }

  /** Mines blocks with the transactions of the mempool. */
  mine(count: number, payTo: Uint8Array): ChainBlock[] {
    const mined = Array.from({ length: count }, () => this.#extend(payTo, fitBlock(this.mempool.entries())))
    this.#settle()
    return mined
  }

  /** Mines one block with exactly these transactions, in this order. */
  mineExactly(payTo: Uint8Array, transactions: Transaction[]): ChainBlock {
    const mined = this.#extend(payTo, this.#priced(transactions))
    this.#settle()
    return mined
  }

  invalidate(id: string): void {
    this.mempool.rebuild(this.chain.invalidate(id))
    this.#blocks.append(invalidateKind, Buffer.from(id, 'hex'))
    this.#settle()
    this.#saveMempool()
  }

  reconsider(id: string): void {
    this.mempool.rebuild(this.chain.reconsider(id))
    this.#blocks.append(reconsiderKind, Buffer.from(id, 'hex'))
    this.#settle()
    this.#saveMempool()
  }

  close(): void {
    this.#blocks.close()
    this.#transactions.close()
  }

  #extend(payTo: Uint8Array, list: Paid[]): ChainBlock {
    const block = mineBlock(this.chain.nextContext(), payTo, list)
    this.chain.check(block)
    this.#blocks.append(blockKind, block.toBuffer())
    const added = this.chain.add(block)
    this.mempool.confirm(added.transactions)
    return added
  }

  #settle(): void {
    this.#blocks.sync()
    if (this.mempool.size === 0 && this.#transactions.size > 0) this.#transactions.clear()
  }

  #saveMempool(): void {
    this.#transactions.clear()
    for (const { tx } of this.mempool.entries()) this.#transactions.append(transactionKind, tx.toBuffer())
    this.#transactions.sync()
  }

  /** Sum of the fees for the coinbase. A transaction with unknown inputs counts zero, and the check of the block rejects it. */
  #priced(transactions: Transaction[]): Paid[] {
    const made = new Map(transactions.map((tx) => [tx.getId(), tx]))
    return transactions.map((tx) => {
      const utxos = tx.ins.flatMap((input) => {
        const parent = made.get(spentOutpoint(input).slice(0, 64))?.outs[input.index]
        if (parent) return [{ ...parent, height: 0, coinbase: false }]
        return this.chain.utxo(spentOutpoint(input)) ?? []
      })
      const fee = utxos.length === tx.ins.length ? feeOf(tx, utxos) : 0n
      return { tx, fee: fee > 0n ? fee : 0n }
    })
  }

  /** A block in the log passed its check before it was written, and has a checksum. */
  #replay(kind: number, body: Buffer): void {
    if (kind === blockKind) this.chain.add(Block.fromBuffer(body))
    else if (kind === invalidateKind) this.chain.invalidate(body.toString('hex'))
    else if (kind === reconsiderKind) this.chain.reconsider(body.toString('hex'))
    else throw new Error(`The block log contains a record of unknown kind ${kind}.`)
  }
}
