import { JobBlockedError } from '#server/anchoring/jobs/blocked.ts'
import { type AnchorAttempt, addAttempts, type InTransaction, type OpenJob } from '#server/anchoring/jobs/job-store.ts'
import { sendTransaction } from './broadcast-rejection.ts'
import type { BitcoinConnection } from './chain.ts'
import { findChangeCoin } from './coins.ts'
import { type FeeRules, feeRules, replacementFee } from './fees.ts'
import { isAnchor, isChild, maxVsizeOf, signedWith } from './transaction.ts'

type Bump = {
  /** All that spend the present output, newest first. */
  attempts: readonly AnchorAttempt[]
  /** The one in the mempool, which a new one would replace. */
  accepted: AnchorAttempt | undefined
  height: number
}

/**
 * Signs a replacement with the fee that the node's rules demand and its estimate suggests. Returns false, and signs
 * nothing, when the newest attempt already fulfils the rules: a higher fee would then change nothing.
 */
export async function bumpFee(
  run: InTransaction,
  connection: BitcoinConnection,
  job: OpenJob,
  bump: Bump,
): Promise<boolean> {
  const { attempts, accepted, height } = bump
  const newest = attempts[0]!
  const size = maxVsizeOf(newest.raw)
  const rules = await feeRules(connection.rpc)
  const demanded = accepted ? replacementFee(accepted.fee, size, rules) : BigInt(Math.ceil(rules.minimum * size))
  if (newest !== accepted && newest.fee >= demanded) return false
  // Never the fee of an earlier attempt: it would be the same transaction again.
  const [dearest] = attempts.toSorted((a, b) => Number(b.fee - a.fee))
  const next = replacementFee(dearest!.fee, size, rules)
  const minimumFee = next > demanded ? next : demanded
  const feeRate = Math.min(rules.estimate, connection.maxRate)
  const [txid, vout] = job.inputOutpoint!.split(':')
  const coin = { txid: txid!, vout: Number(vout), value: job.inputValue! }
  const publicKey = signedWith(newest.raw)
  if (!connection.keys.some((key) => publicKey.equals(key))) {
    throw new JobBlockedError(
      'key',
      `The signer no longer has the key of transaction ${newest.txid}, so its fee stays: add the key to BITCOIN_FORMER_KEYS.`,
    )
  }
  const signed = await connection.signer.bitcoin({ publicKey, coin, root: job.root, feeRate, minimumFee })
  if (!isAnchor(signed, coin, job.root)) throw new Error('The signer returned a different transaction than requested.')
  const rate = Math.ceil(Number(signed.fee) / size)
  const attempt = { jobId: job.id, txid: signed.txid, raw: signed.hex, fee: signed.fee, rate, signedAt: height }
  await run((tx) => addAttempts(tx, [attempt]))
  return true
}

type Parent = {
  /** In the mempool, and not replaceable on this node. */
  anchor: AnchorAttempt
  /** Newest first. */
  children: readonly AnchorAttempt[]
  height: number
}

/**
 * Pays for an anchor that the node does not replace: a child spends its change, with a fee for both. A child that was
 * signed before is sent again; one that does not confirm either is replaced by a dearer one.
 *
 * @returns milliseconds until the transactions are sent again
 */
export async function bumpFeeByChild(
  run: InTransaction,
  connection: BitcoinConnection,
  job: OpenJob,
  parent: Parent,
): Promise<number> {
  const { anchor, children, height } = parent
  const last = children[0]
  const coin = findChangeCoin(anchor.raw, connection.keys)
  if (last) await sendTransaction(connection.rpc, last.raw)
  const isOverdue = height - (last ?? anchor).signedAt >= connection.bumpAfter
  if (coin && (!last || isOverdue)) {
    const minimumFee = childFee(anchor, last, await feeRules(connection.rpc), connection.maxRate)
    const { publicKey, ...utxo } = coin
    const parentSize = maxVsizeOf(anchor.raw)
    const signed = await connection.signer.child({ publicKey, coin: utxo, parentSize, minimumFee })
    if (!isChild(signed, utxo)) throw new Error('The signer returned a different transaction than requested.')
    const { txid, hex: raw, fee } = signed
    await run((tx) => addAttempts(tx, [{ jobId: job.id, kind: 'child', txid, raw, fee, signedAt: height }]))
  }
  return last ? connection.rebroadcastMs : 0
}

/** Virtual bytes of a transaction with one input and one output. */
const childSize = 110

/** Brings parent and child together to the estimated rate, and pays more than the child before. */
function childFee(anchor: AnchorAttempt, last: AnchorAttempt | undefined, rules: FeeRules, maxRate: number): bigint {
  const size = maxVsizeOf(anchor.raw) + childSize
  const wanted = BigInt(Math.ceil(Math.min(rules.estimate, maxRate) * size)) - anchor.fee
  const least = last ? replacementFee(last.fee, childSize, rules) : BigInt(Math.ceil(rules.minimum * childSize * 2))
  return wanted > least ? wanted : least
}
