import { payments, script, Transaction } from 'bitcoinjs-lib'
import { verify } from 'tiny-secp256k1'
import { FeeCapError, NoFundsError } from '#server/anchoring/jobs/blocked.ts'
import type { Signer } from '#server/anchoring/signer/signer-interface.ts'

export type Utxo = {
  txid: string
  vout: number
  /** Satoshis. */
  value: bigint
}

export type AnchorTransaction = {
  txid: string
  hex: string
  /** Satoshis. */
  fee: bigint
  vsize: number
  /** The output that the next anchoring transaction can spend. */
  change: Utxo
}

/** Marks the transaction as replaceable and disables relative lock times. */
const sequence = 0xfffffffd
const dustLimit = 294n
/** The longest low-s signature in DER with its hash type. Fees are computed with it. */
const maxSignature = Buffer.alloc(72)
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Fees in satoshis, and rates in satoshis per virtual byte. */
type FeeOptions = {
  feeRate: number
  /** A replacement needs the old fee and its relay fee; a child pays for its parent, too. */
  minimumFee?: bigint
  /** A transaction above it is not signed. The rate of a child is that of child and parent together. */
  maxFeeRate?: number
  /** The key that receives the change. Default: the key of the input. */
  changeKey?: Uint8Array
}

/**
 * One pay-to-witness-public-key-hash input, change to `changeKey`, and the root in an OP_RETURN. The lock time is
 * zero: with a height, the transaction could not be mined again after a reorganisation below it.
 */
export async function buildAnchorTransaction(
  signer: Signer,
  utxo: Utxo,
  root: Uint8Array,
  options: FeeOptions,
): Promise<AnchorTransaction> {
  if (root.length !== 32) throw new RangeError('An anchored root has 32 bytes.')
  return buildTransaction(signer, utxo, { data: payments.embed({ data: [root] }).output!, parentSize: 0 }, options)
}

/**
 * Spends the change of an anchor that cannot be replaced (CPFP, child pays for parent): a miner who wants the fee of the child has to
 * include the anchor, too.
 *
 * @param parentSize virtual bytes of the anchor. The fee of the child may be that of both.
 */
export async function buildChildTransaction(
  signer: Signer,
  utxo: Utxo,
  parentSize: number,
  options: FeeOptions,
): Promise<AnchorTransaction> {
  return buildTransaction(signer, utxo, { data: undefined, parentSize }, options)
}

async function buildTransaction(
  signer: Signer,
  utxo: Utxo,
  { data, parentSize }: { data: Uint8Array | undefined; parentSize: number },
  { feeRate, minimumFee = 0n, maxFeeRate = Number.POSITIVE_INFINITY, changeKey = signer.publicKey }: FeeOptions,
): Promise<AnchorTransaction> {
  if (!(feeRate > 0 && feeRate < 100_000)) throw new RangeError(`A fee rate of ${feeRate} sat/vB is not usable.`)
  const publicKey = Buffer.from(signer.publicKey)
  const ownPayment = payments.p2wpkh({ pubkey: publicKey })
  const tx = new Transaction()
  tx.version = 2
  tx.addInput(Buffer.from(utxo.txid, 'hex').reverse(), utxo.vout, sequence)
  tx.addOutput(payments.p2wpkh({ pubkey: Buffer.from(changeKey) }).output!, utxo.value)
  if (data) tx.addOutput(data, 0n)
  tx.setWitness(0, [maxSignature, publicKey])

  const size = tx.virtualSize()
  const rated = BigInt(Math.ceil(size * feeRate))
  const fee = rated > minimumFee ? rated : minimumFee
  if (Number(fee) > Math.ceil((size + parentSize) * maxFeeRate)) {
    const rate = Math.ceil(Math.max(feeRate, Number(fee) / (size + parentSize)))
    throw new FeeCapError(`A fee of ${rate} sat/vB is above the cap of ${maxFeeRate}: not signed.`)
  }
  const change = utxo.value - fee
  if (change < dustLimit) throw new InsufficientFundsError(utxo.value, fee)
  tx.outs[0]!.value = change

  const scriptCode = payments.p2pkh({ hash: ownPayment.hash! }).output!
  const sighash = tx.hashForWitnessV0(0, scriptCode, utxo.value, Transaction.SIGHASH_ALL)
  const signature = lowS(await signer.sign(sighash))
  if (!verify(sighash, publicKey, signature, true))
    throw new Error('The signer returned a signature that does not verify.')
  tx.setWitness(0, [script.signature.encode(signature, Transaction.SIGHASH_ALL), publicKey])
  const txid = tx.getId()
  return { txid, hex: tx.toHex(), fee, vsize: tx.virtualSize(), change: { txid, vout: 0, value: change } }
}

export class InsufficientFundsError extends NoFundsError {
  override name = 'InsufficientFundsError'

  constructor(value: bigint, fee: bigint) {
    super(`An output of ${value} satoshis cannot pay a fee of ${fee} and leave change above dust.`)
  }
}

/** Whether signed bytes have this id, spend this output and contain this root. */
export function isAnchor(
  { hex, txid }: Pick<AnchorTransaction, 'hex' | 'txid'>,
  utxo: Utxo,
  root: Uint8Array,
): boolean {
  const tx = Transaction.fromHex(hex)
  const [input, ...others] = tx.ins
  const spends = input && Buffer.from(input.hash).reverse().toString('hex') === utxo.txid && input.index === utxo.vout
  const embedded = payments.embed({ data: [root] }).output!
  return (
    tx.getId() === txid &&
    spends === true &&
    others.length === 0 &&
    tx.outs.some(({ script: out }) => Buffer.from(embedded).equals(out))
  )
}

/** Whether signed bytes have this id, spend this output alone and have no other output than one. */
export function isChild({ hex, txid }: Pick<AnchorTransaction, 'hex' | 'txid'>, utxo: Utxo): boolean {
  const tx = Transaction.fromHex(hex)
  return tx.getId() === txid && tx.outs.length === 1 && tx.ins.length === 1 && spentBy(hex) === outpointOf(utxo)
}

export const outpointOf = ({ txid, vout }: Pick<Utxo, 'txid' | 'vout'>): string => `${txid}:${vout}`

/** The output that an anchor or a child spends, as txid:vout. */
export function spentBy(hex: string): string {
  const [input] = Transaction.fromHex(hex).ins
  return outpointOf({ txid: Buffer.from(input!.hash).reverse().toString('hex'), vout: input!.index })
}

/** The public key that has signed a transaction. */
export const signedWith = (hex: string): Buffer => Buffer.from(Transaction.fromHex(hex).ins[0]!.witness[1]!)

/** Virtual bytes of a transaction if its signature has the longest form: that of a replacement can be longer than the present one. */
export function maxVsizeOf(hex: string): number {
  const tx = Transaction.fromHex(hex)
  tx.setWitness(0, [maxSignature, signedWith(hex)])
  return tx.virtualSize()
}

/** The bytes whose double SHA-256 is the txid. A proof contains these bytes. */
export function strippedTransaction(hex: string): Buffer {
  const tx = Transaction.fromHex(hex)
  tx.stripWitnesses()
  return Buffer.from(tx.toBuffer())
}

/** Both s and n − s verify, but nodes relay only the lower one. Key services return either. */
function lowS(signature: Uint8Array): Uint8Array {
  if (signature.length !== 64) throw new Error('A compact signature has 64 bytes.')
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
  if (s <= curveOrder / 2n) return signature
  const low = (curveOrder - s).toString(16).padStart(64, '0')
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(low, 'hex')])
}
