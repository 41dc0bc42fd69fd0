import { ed25519 } from '@noble/curves/ed25519'
import { sha256 as hash } from '@noble/hashes/sha2'

/**
 * The two functions that checking a proof needs, without the WebCrypto of a browser: a page that was opened from a disk or
 * from a phone's downloads may not have it.
 */
export const sha256Of = (message: Uint8Array): Uint8Array => hash(message)

/** RFC 8032. False for a key or signature that is none. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
