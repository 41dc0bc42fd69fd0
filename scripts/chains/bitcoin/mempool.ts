import type { Transaction } from 'bitcoinjs-lib'
import { feeOf, isImmature, outputsOf } from './block-check.ts'
import type { ChainState } from './chain-state.ts'
import { isFinal, spentOutpoint, type UnspentOutput } from './consensus.ts'
import { checkAncestors, checkReplacement, checkStandard, incrementalRate } from './policy.ts'
import { RpcError, rpcCodes } from './rpc/error.ts'
import { scriptFailure } from './script-check.ts'

export type MempoolEntry = {
  tx: Transaction
  txid: string
  /** Satoshis. */
  fee: bigint
  vsize: number
  /** Unix seconds. */
  time: number
  height: number
  parents: Set<string>
}

/** Height of an output whose transaction is not in a block yet. */
const unconfirmedHeight = -1

/** Transactions that the next block can contain. Parents come before their children. */
export class Mempool {
  readonly #chain: ChainState
  readonly #entries = new Map<string, MempoolEntry>()
  readonly #spenders = new Map<string, string>()

  constructor(chain: ChainState) {
    this.#chain = chain
  }

  get size(): number {
    return this.#entries.size
  }

  entries(): MempoolEntry[] {
    return [...this.#entries.values()]
  }

  find(txid: string): MempoolEntry | undefined {
    return this.#entries.get(txid)
  }

  spender(outpoint: string): string | undefined {
    return this.#spenders.get(outpoint)
  }

  /** An output of the chain or of an unconfirmed transaction, also if a transaction of the mempool spends it. */
  utxo(outpoint: string): UnspentOutput | undefined {
    const confirmed = this.#chain.utxo(outpoint)
    if (confirmed) return confirmed
    const txid = outpoint.slice(0, 64)
    const entry = this.#entries.get(txid)
    return entry && new Map(outputsOf(entry.tx, txid, unconfirmedHeight)).get(outpoint)
  }

  /** Validates a transaction as sendrawtransaction does, without adding it. Throws the reason. */
  judge(tx: Transaction): { entry: MempoolEntry; evicted: MempoolEntry[] } {
    checkStandard(tx)
    const tip = this.#chain.tip
    if (!isFinal(tx, tip.height + 1, this.#chain.medianTime(tip))) throw rejected('non-final')
    const keys = tx.ins.map(spentOutpoint)
    const utxos = keys.map((key) => this.utxo(key) ?? missing())
    if (utxos.some((utxo) => utxo.height !== unconfirmedHeight && isImmature(utxo, tip.height + 1))) {
      throw rejected('bad-txns-premature-spend-of-coinbase')
    }
    const entry: MempoolEntry = {
      tx,
      txid: tx.getId(),
      fee: feeOf(tx, utxos),
      vsize: tx.virtualSize(),
      time: Math.floor(Date.now() / 1000),
      height: tip.height,
      parents: new Set(keys.map((key) => key.slice(0, 64)).filter((txid) => this.#entries.has(txid))),
    }
    if (entry.fee < 0n) throw rejected('bad-txns-in-belowout')
    if (entry.fee < BigInt(entry.vsize) * incrementalRate) {
      throw rejected(`min relay fee not met, ${entry.fee} < ${BigInt(entry.vsize) * incrementalRate}`)
    }
    checkAncestors(entry, (txid) => this.#entries.get(txid))
    const evicted = this.#conflicts(entry, keys)
    tx.ins.forEach((_, i) => {
      const failure = scriptFailure(tx, i, utxos)
      if (failure) throw rejected(`mandatory-script-verify-flag-failed (${failure})`)
    })
    return { entry, evicted }
  }

  /** Adds the transaction. It replaces conflicting transactions if its fee is high enough. */
  accept(tx: Transaction): MempoolEntry {
    const { entry, evicted } = this.judge(tx)
    for (const { txid } of evicted) this.#remove(txid)
    this.#entries.set(entry.txid, entry)
    for (const input of tx.ins) this.#spenders.set(spentOutpoint(input), entry.txid)
    return entry
  }

  /** After a block: removes its transactions, and those that spend an output that the block has spent. */
  confirm(transactions: Transaction[]): void {
    for (const tx of transactions) {
      const txid = tx.getId()
      this.#remove(txid)
      for (const input of tx.ins) {
        const rival = this.#spenders.get(spentOutpoint(input))
        if (rival) for (const entry of this.#withDescendants(rival)) this.#remove(entry.txid)
      }
    }
  }

  /**
   * After a reorganisation, validates all transactions against the new tip, first those of the disconnected blocks. Removes
   * transactions whose inputs no longer exist.
   */
  rebuild(returned: Transaction[]): void {
    let waiting = [...returned, ...this.entries().map((entry) => entry.tx)]
    this.#entries.clear()
    this.#spenders.clear()
    for (let before = -1; waiting.length !== before; ) {
      before = waiting.length
      waiting = waiting.filter((tx) => this.#mayComeLater(tx))
    }
  }

  #mayComeLater(tx: Transaction): boolean {
    const txid = tx.getId()
    if (this.#entries.has(txid) || this.#chain.blockOf(txid)) return false
    try {
      this.accept(tx)
      return false
    } catch (error) {
      if (error instanceof RpcError) return error.code === rpcCodes.verify
      throw error
    }
  }

  #conflicts(entry: MempoolEntry, keys: string[]): MempoolEntry[] {
    const direct = new Set(keys.flatMap((key) => this.#spenders.get(key) ?? []))
    if (direct.size === 0) return []
    const evicted = new Map<string, MempoolEntry>()
    for (const txid of direct) for (const one of this.#withDescendants(txid)) evicted.set(one.txid, one)
    checkReplacement(
      entry,
      [...direct].map((txid) => this.#entries.get(txid)!),
      evicted,
    )
    return [...evicted.values()]
  }

  #withDescendants(txid: string): MempoolEntry[] {
    const family = new Set([txid])
    // One pass is sufficient: children come after their parents.
    for (const entry of this.#entries.values()) {
      if ([...entry.parents].some((parent) => family.has(parent))) family.add(entry.txid)
    }
    return [...family].flatMap((id) => this.#entries.get(id) ?? [])
  }

  #remove(txid: string): void {
    const entry = this.#entries.get(txid)
    if (!entry) return
    this.#entries.delete(txid)
    for (const input of entry.tx.ins) this.#spenders.delete(spentOutpoint(input))
    for (const other of this.#entries.values()) other.parents.delete(txid)
  }
}

function rejected(reason: string): RpcError {
  return new RpcError(rpcCodes.rejected, reason)
}

function missing(): never {
  throw new RpcError(rpcCodes.verify, 'bad-txns-inputs-missingorspent')
}
