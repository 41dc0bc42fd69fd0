import { buildAnchorTransaction } from '#server/anchoring/bitcoin/transaction.ts'
import { signTransfer } from '#server/anchoring/catapult/sign.ts'
import { checkpointSigner } from './checkpoint-signer.ts'
import { type AnchorSigner, KeyChanged, type Signer } from './signer-interface.ts'

export interface Keys {
  bitcoin: Signer
  catapult: Signer
  log: Signer
}

export interface FeeLimits {
  /** Satoshis per virtual byte. */
  maxFeeRate: number
  /** Smallest units of the Catapult currency that one transfer may cost. */
  maxFee: bigint
}

/** Signs anchoring transactions and checkpoints of the log, and nothing else. */
export function createAnchorSigner(keys: Keys, { maxFeeRate, maxFee }: FeeLimits): AnchorSigner {
  const signCheckpoint = checkpointSigner(keys.log)
  return {
    async describe() {
      return {
        bitcoin: { publicKey: keys.bitcoin.publicKey, maxFeeRate },
        catapult: { publicKey: keys.catapult.publicKey, maxFee },
        log: { publicKey: keys.log.publicKey },
      }
    },
    async bitcoin({ publicKey, coin: utxo, root, feeRate, minimumFee }) {
      assertSameKey(keys.bitcoin, publicKey)
      return buildAnchorTransaction(keys.bitcoin, utxo, root, feeRate, minimumFee, maxFeeRate)
    },
    async catapult({ publicKey, ...request }) {
      assertSameKey(keys.catapult, publicKey)
      return signTransfer(keys.catapult, request, maxFee)
    },
    async checkpoint({ publicKey, ...request }) {
      assertSameKey(keys.log, publicKey)
      return { signature: await signCheckpoint(request) }
    },
  }
}

function assertSameKey(key: Signer, asked: Uint8Array): void {
  if (!Buffer.from(key.publicKey).equals(asked))
    throw new KeyChanged('The signer holds a different key than the requested one.')
}
