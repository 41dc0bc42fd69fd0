import type { AnchorTransaction } from '#server/anchoring/bitcoin/transaction.ts'
import type { SignedTransfer } from '#server/anchoring/catapult/anchor.ts'
import type { BitcoinRequest, CatapultRequest, SignerDescription } from './protocol.ts'

/** One private key, held by the signer process: a key service (PKCS#11, KMS) can stand in for a key in memory. */
export interface Signer {
  publicKey: Uint8Array
  /** Bitcoin: a 32-byte hash in, a 64-byte secp256k1 signature (r ‖ s) out. Catapult: bytes in, Ed25519 out. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/**
 * What anchoring asks of the process that holds the keys. It builds each transaction itself: a root goes in, and the rest of the
 * coin comes back to the same key. Throws Held where nothing is signed for now.
 */
export interface AnchorSigner {
  describe(): Promise<SignerDescription>
  bitcoin(request: BitcoinRequest): Promise<AnchorTransaction>
  catapult(request: CatapultRequest): Promise<SignedTransfer>
}

/** The signer has another key than the one that was asked for: whoever asks has to read its keys again. */
export class KeyChanged extends Error {
  override name = 'KeyChanged'
}
