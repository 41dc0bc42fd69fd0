import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed the 32 bytes of an Ed25519 private key (RFC 8032) */
export function openEd25519Key(seed: Uint8Array): { publicKey: Buffer; sign(message: Uint8Array): Buffer } {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { publicKey, sign: (message) => sign(null, message, key) }
}

/** The bytes before the key in SubjectPublicKeyInfo (RFC 8410, section 4). */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether this is the signature of a public key of 32 bytes. False for bytes that are no key. */
export function isEd25519Signature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  } catch {
    return false
  }
}
