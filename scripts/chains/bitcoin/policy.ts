import type { Transaction } from 'bitcoinjs-lib'
import { isUnspendable, shapeFailure } from './consensus.ts'
import { RpcError, rpcCodes } from './rpc/error.ts'
import { isP2tr, isP2wpkh } from './script-check.ts'

/** Satoshis a virtual byte: the minimum relay fee, and the minimum increase of a replacement. */
export const incrementalRate = 1n
/**
 * Up to this sequence number, an input signals that it may be replaced. Since version 28, Bitcoin Core replaces all others,
 * too.
 */
export const replaceableSequence = 0xfffffffd
const maxStandardWeight = 400_000
const minStrippedBytes = 65
const maxEvicted = 100
const maxFamily = 25

type Paying = {
  txid: string
  fee: bigint
  vsize: number
  parents: Set<string>
}

/** The form of transactions that Bitcoin Core relays. Blocks may also contain other forms. */
export function checkStandard(tx: Transaction): void {
  const failure = shapeFailure(tx)
  if (failure) reject(failure)
  if (tx.isCoinbase()) reject('coinbase')
  if (tx.version < 1 || tx.version > 3) reject('version')
  if (tx.byteLength(false) < minStrippedBytes) reject('tx-size-small')
  if (tx.weight() > maxStandardWeight) reject('tx-size')
  if (tx.outs.filter((output) => isUnspendable(output.script)).length > 1) reject('multi-op-return')
  if (tx.outs.some((output) => output.value < dustLimit(output.script))) reject('dust')
}

/** An output below this value costs more to spend than it contains, at 3 sat/vB. */
function dustLimit(script: Uint8Array): bigint {
  if (isUnspendable(script)) return 0n
  if (isP2wpkh(script)) return 294n
  return isP2tr(script) ? 330n : 546n
}

export function checkAncestors(entry: Paying, find: (txid: string) => Paying | undefined): void {
  const family = new Set<string>()
  for (const waiting = [...entry.parents]; waiting.length > 0; ) {
    const txid = waiting.pop()!
    if (family.has(txid)) continue
    family.add(txid)
    waiting.push(...(find(txid)?.parents ?? []))
  }
  if (family.size >= maxFamily) reject(`too-long-mempool-chain, too many unconfirmed ancestors [limit: ${maxFamily}]`)
}

/** Replace-by-fee: a better rate than each replaced transaction, and at least all their fees plus its own relay fee. */
export function checkReplacement(entry: Paying, rivals: Paying[], evicted: Map<string, Paying>): void {
  const refusal = `rejecting replacement ${entry.txid}`
  if (evicted.size > maxEvicted)
    reject(`too many potential replacements, ${refusal}; too many conflicting transactions`)
  const known = new Set(rivals.flatMap((rival) => [...rival.parents]))
  for (const parent of entry.parents) {
    if (evicted.has(parent)) reject(`bad-txns-spends-conflicting-tx, ${entry.txid} spends conflicting transaction`)
    if (!known.has(parent)) reject(`replacement-adds-unconfirmed, replacement ${entry.txid} adds unconfirmed input`)
  }
  for (const rival of rivals) {
    if (entry.fee * BigInt(rival.vsize) <= rival.fee * BigInt(entry.vsize)) {
      reject(`insufficient fee, ${refusal}; new feerate is not above that of ${rival.txid}`)
    }
  }
  const lost = [...evicted.values()].reduce((total, one) => total + one.fee, 0n)
  if (entry.fee < lost) reject(`insufficient fee, ${refusal}, less fees than conflicting txs; ${entry.fee} < ${lost}`)
  const relay = BigInt(entry.vsize) * incrementalRate
  if (entry.fee - lost < relay) {
    reject(`insufficient fee, ${refusal}, not enough additional fees to relay; ${entry.fee - lost} < ${relay}`)
  }
}

function reject(reason: string): never {
  throw new RpcError(rpcCodes.rejected, reason)
}
