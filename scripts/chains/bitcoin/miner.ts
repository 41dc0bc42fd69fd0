import { randomBytes } from 'node:crypto'
import { Block, Transaction } from 'bitcoinjs-lib'
import { type BlockContext, heightPush } from './block-check.ts'
import { finalSequence, maxBlockWeight, regtestBits, subsidy } from './consensus.ts'

const version = 0x20000000
/** OP_RETURN, a push of 36 bytes, and the marker of BIP 141. */
const commitmentPrefix = Buffer.from('6a24aa21a9ed', 'hex')
const coinbaseReserve = 4_000

export type Paid = {
  tx: Transaction
  fee: bigint
}

/** The longest prefix that fits a block; a prefix never separates a child from its parent. */
export function fitBlock<T extends Paid>(candidates: T[]): T[] {
  let room = maxBlockWeight - coinbaseReserve
  const end = candidates.findIndex(({ tx }) => {
    room -= tx.weight()
    return room < 0
  })
  return end < 0 ? candidates : candidates.slice(0, end)
}

/** Creates a block on the tip of the context, with its proof of work. Its transactions are not validated here. */
export function mineBlock(context: BlockContext, payTo: Uint8Array, list: Paid[]): Block {
  const block = new Block()
  block.version = version
  block.prevHash = context.previousHash
  block.timestamp = Math.max(Math.floor(Date.now() / 1000), context.medianTime + 1)
  block.bits = regtestBits
  const fees = list.reduce((total, { fee }) => total + fee, 0n)
  const coinbase = coinbaseOf(context.height, payTo, subsidy(context.height) + fees)
  block.transactions = [coinbase, ...list.map(({ tx }) => tx)]
  const commitment = Block.calculateMerkleRoot(block.transactions, true)
  coinbase.outs[1]!.script = Buffer.concat([commitmentPrefix, commitment])
  block.witnessCommit = commitment
  block.merkleRoot = Block.calculateMerkleRoot(block.transactions)
  while (!block.checkProofOfWork()) block.nonce++
  return block
}

function coinbaseOf(height: number, payTo: Uint8Array, value: bigint): Transaction {
  const coinbase = new Transaction()
  coinbase.version = 2
  // Eight random bytes make the coinbases of competing branches different.
  const tag = Buffer.concat([heightPush(height), Buffer.of(8), randomBytes(8)])
  coinbase.addInput(Buffer.alloc(32), 0xffffffff, finalSequence, tag)
  coinbase.addOutput(payTo, value)
  coinbase.addOutput(Buffer.concat([commitmentPrefix, Buffer.alloc(32)]), 0n)
  // The witness reserved value, a part of the commitment.
  coinbase.setWitness(0, [Buffer.alloc(32)])
  return coinbase
}
