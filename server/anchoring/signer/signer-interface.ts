import type { AnchorTransaction } from '#server/anchoring/bitcoin/transaction.ts'
import type { SignedTransfer } from '#server/anchoring/catapult/connection.ts'
import type { BitcoinRequest, CatapultRequest, CheckpointRequest, ChildRequest, SignerDescription } from './protocol.ts'

/** One private key in the signer process. A key service (PKCS#11, KMS) can replace a key in memory. */
export type Signer = {
  publicKey: Uint8Array
  /**
   * Bitcoin: takes a 32-byte hash, returns a 64-byte secp256k1 signature (r ‖ s). Catapult and the log: takes bytes,
   * returns an Ed25519 signature.
   */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/**
 * The functions that anchoring needs of the process that holds the keys. The signer builds each transaction itself: it
 * takes a root, and returns the rest of the value to its present key. Throws JobBlockedError when nothing can be signed for now.
 */
export type AnchorSigner = {
  describe(): Promise<SignerDescription>
  bitcoin(request: BitcoinRequest): Promise<AnchorTransaction>
  child(request: ChildRequest): Promise<AnchorTransaction>
  catapult(request: CatapultRequest): Promise<SignedTransfer>
  /** The log's signature on the text of a checkpoint. */
  checkpoint(request: CheckpointRequest): Promise<{ signature: Uint8Array }>
}

/** The signer's key is not the requested one. The caller has to read the signer's keys again. */
export class KeyChangedError extends Error {
  override name = 'KeyChangedError'
}
