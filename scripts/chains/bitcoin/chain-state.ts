import { Block, type Transaction } from 'bitcoinjs-lib'
import { type BlockContext, checkBlock, outputsOf } from './block-check.ts'
import { displayHex, genesisHex, spentOutpoint, type UnspentOutput } from './consensus.ts'
import { RpcError, rpcCodes } from './rpc/error.ts'

export type ChainBlock = {
  id: string
  height: number
  block: Block
  previous: ChainBlock | undefined
  transactions: Transaction[]
  txids: string[]
  /** Set by invalidateblock; a descendant of such a block cannot be active either. */
  invalid: boolean
  /** The outputs that this block spends: they are unspent again when the block is disconnected. */
  spent: [string, UnspentOutput][]
}

/** All known blocks, the active chain, and its unspent outputs. */
export class ChainState {
  /** In the order of arrival: of two branches with equal work, the first one is active. */
  readonly #known = new Map<string, ChainBlock>()
  readonly #active: ChainBlock[] = []
  readonly #utxos = new Map<string, UnspentOutput>()
  readonly #places = new Map<string, ChainBlock>()

  constructor() {
    // The genesis coinbase is not in the set of unspent outputs, as in Bitcoin Core.
    const genesis = this.#remember(Block.fromHex(genesisHex), undefined)
    this.#active.push(genesis)
    this.#places.set(genesis.txids[0]!, genesis)
  }

  get tip(): ChainBlock {
    return this.#active.at(-1)!
  }

  at(height: number): ChainBlock | undefined {
    return this.#active[height]
  }

  find(id: string): ChainBlock {
    const found = this.#known.get(id)
    if (!found) throw new RpcError(rpcCodes.notFound, 'Block not found')
    return found
  }

  /** The active block that contains a transaction. */
  blockOf(txid: string): ChainBlock | undefined {
    return this.#places.get(txid)
  }

  utxo(key: string): UnspentOutput | undefined {
    return this.#utxos.get(key)
  }

  utxos(): IterableIterator<[string, UnspentOutput]> {
    return this.#utxos.entries()
  }

  isActive(block: ChainBlock): boolean {
    return this.#active[block.height] === block
  }

  /** The number of confirmations: 1 for the tip, −1 for a block outside the active chain. */
  confirmations(block: ChainBlock): number {
    return this.isActive(block) ? this.tip.height - block.height + 1 : -1
  }

  /** Median timestamp of a block and the ten before it. */
  medianTime(block: ChainBlock): number {
    const times: number[] = []
    for (let at: ChainBlock | undefined = block; at && times.length < 11; at = at.previous) {
      times.push(at.block.timestamp)
    }
    return times.sort((a, b) => a - b)[times.length >> 1]!
  }

  nextContext(): BlockContext {
    return {
      height: this.tip.height + 1,
      previousHash: this.tip.block.getHash(),
      medianTime: this.medianTime(this.tip),
      utxo: (key) => this.#utxos.get(key),
    }
  }

  check(block: Block): void {
    checkBlock(block, this.nextContext())
  }

  /**
   * Adds a block that has passed check(). Its parent may be any known block: a replayed log contains blocks of other branches.
   */
  add(block: Block): ChainBlock {
    const previous = this.#known.get(displayHex(block.prevHash!))
    if (!previous) throw new RpcError(rpcCodes.verify, 'prev-blk-not-found')
    const added = this.#remember(block, previous)
    if (previous === this.tip) this.#connect(added)
    else this.#activateBest()
    return added
  }

  /**
   * Marks the block as invalid and activates the best other branch. Returns the transactions that are no longer in the chain,
   * in order.
   */
  invalidate(id: string): Transaction[] {
    const block = this.find(id)
    if (!block.previous) throw new RpcError(rpcCodes.misc, 'the genesis block cannot be invalidated')
    block.invalid = true
    return this.#activateBest()
  }

  /** Removes the invalid mark from the block, its ancestors and its descendants, as Bitcoin Core does. */
  reconsider(id: string): Transaction[] {
    const block = this.find(id)
    for (let at: ChainBlock | undefined = block; at; at = at.previous) at.invalid = false
    for (const other of this.#known.values()) if (descends(other, block)) other.invalid = false
    return this.#activateBest()
  }

  #remember(block: Block, previous: ChainBlock | undefined): ChainBlock {
    const transactions = block.transactions!
    const known: ChainBlock = {
      id: block.getId(),
      height: previous ? previous.height + 1 : 0,
      block,
      previous,
      transactions,
      txids: transactions.map((tx) => tx.getId()),
      invalid: false,
      spent: [],
    }
    this.#known.set(known.id, known)
    return known
  }

  /** Difficulty is constant, so the highest valid block has the most work. */
  #best(): ChainBlock {
    const valid = new Set<ChainBlock>()
    let best = this.#active[0]!
    for (const block of this.#known.values()) {
      if (block.invalid || (block.previous && !valid.has(block.previous))) continue
      valid.add(block)
      if (block.height > best.height) best = block
    }
    return best
  }

  #activateBest(): Transaction[] {
    const branch: ChainBlock[] = []
    let fork = this.#best()
    for (; !this.isActive(fork); fork = fork.previous!) branch.unshift(fork)
    const dropped: Transaction[] = []
    while (this.tip !== fork) dropped.unshift(...this.#disconnect())
    for (const block of branch) this.#connect(block)
    return dropped
  }

  #connect(block: ChainBlock): void {
    block.spent = []
    block.transactions.forEach((tx, i) => {
      const txid = block.txids[i]!
      if (!tx.isCoinbase()) {
        for (const key of tx.ins.map(spentOutpoint)) {
          block.spent.push([key, this.#utxos.get(key)!])
          this.#utxos.delete(key)
        }
      }
      for (const [key, utxo] of outputsOf(tx, txid, block.height)) this.#utxos.set(key, utxo)
      this.#places.set(txid, block)
    })
    this.#active.push(block)
  }

  /** Returns the transactions of the block without its coinbase, which is valid in this block only. */
  #disconnect(): Transaction[] {
    const block = this.#active.pop()!
    for (const [key, utxo] of block.spent) this.#utxos.set(key, utxo)
    block.transactions.forEach((tx, i) => {
      const txid = block.txids[i]!
      for (const [key] of outputsOf(tx, txid, block.height)) this.#utxos.delete(key)
      this.#places.delete(txid)
    })
    return block.transactions.slice(1)
  }
}

function descends(block: ChainBlock, ancestor: ChainBlock): boolean {
  let at: ChainBlock | undefined = block
  while (at && at.height > ancestor.height) at = at.previous
  return at === ancestor
}
