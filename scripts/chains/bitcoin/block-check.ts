import type { Block, Transaction } from 'bitcoinjs-lib'
import { script } from 'bitcoinjs-lib'
import {
  coinbaseMaturity,
  isFinal,
  isUnspendable,
  maxBlockWeight,
  outpoint,
  regtestBits,
  shapeFailure,
  spentOutpoint,
  subsidy,
  type UnspentOutput,
} from './consensus.ts'
import { RpcError, rpcCodes } from './rpc/error.ts'
import { scriptFailure } from './script-check.ts'

/** The context of a block that its validity depends on. */
export type BlockContext = {
  height: number
  previousHash: Uint8Array
  /** Median time of the previous eleven blocks, in Unix seconds. */
  medianTime: number
  utxo(outpoint: string): UnspentOutput | undefined
}

/** Throws if the block cannot follow the tip of the context. The node stores only blocks that have passed this check. */
export function checkBlock(block: Block, context: BlockContext): void {
  const [coinbase, ...rest] = block.transactions ?? []
  if (!coinbase?.isCoinbase()) throw invalid('bad-cb-missing')
  checkHeader(block, context)
  if (!block.checkTxRoots()) throw invalid('bad-txnmrklroot')
  if (block.weight() > maxBlockWeight) throw invalid('bad-blk-weight')
  if (!startsWithHeight(coinbase, context.height)) throw invalid('bad-cb-height')

  const made = new Map<string, UnspentOutput>()
  const spent = new Set<string>()
  let fees = 0n
  for (const tx of rest) {
    if (tx.isCoinbase()) throw invalid('bad-cb-multiple')
    const misshapen = shapeFailure(tx)
    if (misshapen) throw invalid(misshapen)
    if (!isFinal(tx, context.height, context.medianTime)) throw invalid('bad-txns-nonfinal')
    const utxos = tx.ins.map((input) => {
      const key = spentOutpoint(input)
      const utxo = made.get(key) ?? context.utxo(key)
      if (!utxo || spent.has(key)) throw invalid('bad-txns-inputs-missingorspent')
      if (isImmature(utxo, context.height)) throw invalid('bad-txns-premature-spend-of-coinbase')
      spent.add(key)
      return utxo
    })
    const fee = feeOf(tx, utxos)
    if (fee < 0n) throw invalid('bad-txns-in-belowout')
    fees += fee
    tx.ins.forEach((_, i) => {
      const failure = scriptFailure(tx, i, utxos)
      if (failure) throw invalid(`mandatory-script-verify-flag-failed (${failure})`)
    })
    for (const [key, utxo] of outputsOf(tx, tx.getId(), context.height)) made.set(key, utxo)
  }
  const created = coinbase.outs.reduce((total, output) => total + output.value, 0n)
  if (created > subsidy(context.height) + fees) throw invalid('bad-cb-amount')
}

function checkHeader(block: Block, { previousHash, medianTime }: BlockContext): void {
  if (Buffer.compare(block.prevHash!, previousHash) !== 0) throw invalid('bad-prevblk')
  if (block.bits !== regtestBits) throw invalid('bad-diffbits')
  if (!block.checkProofOfWork()) throw invalid('high-hash')
  if (block.timestamp <= medianTime) throw invalid('time-too-old')
}

/** BIP 34: the coinbase script begins with the height, as the shortest push of that number. */
export function heightPush(height: number): Uint8Array {
  return script.compile([height <= 16 ? 0x50 + height : script.number.encode(height)])
}

function startsWithHeight(coinbase: Transaction, height: number): boolean {
  const push = heightPush(height)
  return Buffer.compare(coinbase.ins[0]!.script.subarray(0, push.length), push) === 0
}

export function isImmature(utxo: UnspentOutput, height: number): boolean {
  return utxo.coinbase && height - utxo.height < coinbaseMaturity
}

export function feeOf(tx: Transaction, utxos: UnspentOutput[]): bigint {
  const paid = utxos.reduce((total, utxo) => total + utxo.value, 0n)
  return tx.outs.reduce((left, output) => left - output.value, paid)
}

export function outputsOf(tx: Transaction, txid: string, height: number): [string, UnspentOutput][] {
  const coinbase = tx.isCoinbase()
  return tx.outs.flatMap(({ script: code, value }, index): [string, UnspentOutput][] =>
    isUnspendable(code) ? [] : [[outpoint(txid, index), { value, script: code, height, coinbase }]],
  )
}

function invalid(reason: string): RpcError {
  return new RpcError(rpcCodes.verify, `TestBlockValidity failed: ${reason}`)
}
