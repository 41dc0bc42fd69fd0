import { hash } from 'node:crypto'
import { openEd25519Key } from '#server/core/auth/ed25519-key.ts'
import { keyStatement } from '#shared/business/key-contract.ts'

/** A key, the same for the same word, with its signature for a merchant. */
export function signedKey(publicUrl: string, merchantId: string, word = 'key'): { key: string; signature: string } {
  const key = openEd25519Key(hash('sha256', word, 'buffer'))
  const signature = key.sign(Buffer.from(keyStatement(publicUrl, merchantId)))
  return { key: key.publicKey.toString('base64'), signature: signature.toString('base64') }
}
