/** The only way anchoring reaches a private key, so that a key service can stand in for a key held here. */
export interface Signer {
  publicKey: Uint8Array
  /** Bitcoin: a 32-byte hash in, a 64-byte secp256k1 signature (r ‖ s) out. Catapult: bytes in, Ed25519 out. */
  sign(message: Uint8Array): Promise<Uint8Array>
}
