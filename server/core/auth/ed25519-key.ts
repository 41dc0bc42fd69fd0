import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed the 32 bytes of an Ed25519 private key (RFC 8032) */
export function openEd25519Key(seed: Uint8Array): { publicKey: Buffer; sign(message: Uint8Array): Buffer } {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { publicKey, sign: (message) => sign(null, message, key) }
}
