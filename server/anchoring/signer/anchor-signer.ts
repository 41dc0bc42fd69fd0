import {
  type AnchorTransaction,
  buildAnchorTransaction,
  buildChildTransaction,
  outpointOf,
  type Utxo,
} from '#server/anchoring/bitcoin/transaction.ts'
import { signTransfer } from '#server/anchoring/catapult/sign.ts'
import { checkpointSigner } from './checkpoint-signer.ts'
import { FeeLedger } from './fee-ledger.ts'
import { SignedCheckpoints } from './signed-checkpoints.ts'
import { type AnchorSigner, KeyChangedError, type Signer } from './signer-interface.ts'

type Keys = {
  bitcoin: Signer
  /** Earlier keys: they spend the outputs that they still have, and sign the replacements of their transactions. */
  formerBitcoin?: readonly Signer[]
  catapult: Signer
  log: Signer
}

export type FeeLimits = {
  /** Satoshis per virtual byte. */
  maxFeeRate: number
  /** Smallest units of the Catapult currency that one transfer may cost. */
  maxFee: bigint
}

const noBudgets = { bitcoin: { day: 0n, year: 0n }, catapult: { day: 0n, year: 0n } }

/** Signs anchoring transactions and checkpoints of the log, and nothing else. */
export function createAnchorSigner(
  keys: Keys,
  { maxFeeRate, maxFee }: FeeLimits,
  ledger = new FeeLedger(noBudgets),
  checkpoints = new SignedCheckpoints(),
): AnchorSigner {
  const ring = [keys.bitcoin, ...(keys.formerBitcoin ?? [])]
  const changeKey = keys.bitcoin.publicKey
  const signCheckpoint = checkpointSigner(keys.log, checkpoints)

  /** The fee is charged before the transaction is returned, so a caller that discards it cannot get another one for free. */
  function charged(signed: AnchorTransaction, coin: Utxo): AnchorTransaction {
    ledger.spend('bitcoin', outpointOf(coin), signed.fee)
    return signed
  }

  return {
    async describe() {
      const formerKeys = ring.slice(1).map(({ publicKey }) => publicKey)
      return {
        bitcoin: { publicKey: changeKey, formerKeys, maxFeeRate, fees: ledger.describe('bitcoin') },
        catapult: { publicKey: keys.catapult.publicKey, maxFee, fees: ledger.describe('catapult') },
        log: { publicKey: keys.log.publicKey, signed: checkpoints.all() },
      }
    },
    async bitcoin({ publicKey, coin, root, feeRate, minimumFee }) {
      const key = keyOf(ring, publicKey)
      const fees = { feeRate, minimumFee, maxFeeRate, changeKey }
      return charged(await buildAnchorTransaction(key, coin, root, fees), coin)
    },
    async child({ publicKey, coin, parentSize, minimumFee }) {
      const key = keyOf(ring, publicKey)
      const fees = { feeRate: 1, minimumFee, maxFeeRate, changeKey }
      return charged(await buildChildTransaction(key, coin, parentSize, fees), coin)
    },
    async catapult({ publicKey, ...request }) {
      const signed = await signTransfer(keyOf([keys.catapult], publicKey), request, maxFee)
      ledger.spend('catapult', signed.hash, signed.fee)
      return signed
    },
    async checkpoint({ publicKey, ...request }) {
      keyOf([keys.log], publicKey)
      return { signature: await signCheckpoint(request) }
    },
  }
}

function keyOf(ring: readonly Signer[], asked: Uint8Array): Signer {
  const key = ring.find(({ publicKey }) => Buffer.from(publicKey).equals(asked))
  if (!key) throw new KeyChangedError('The signer has a different key than the requested one.')
  return key
}
