import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Config } from '#server/core/config.ts'

type Keyed = Pick<Config, 'codeKey'>
const [nonceBytes, tagBytes] = [12, 16]

const keyOf = ({ codeKey }: Keyed): Buffer => createHmac('sha256', codeKey).update('assay oidc client secret').digest()

/**
 * Encrypts the client secret of a merchant with a key derived from CODE_KEY, so that neither the database nor its backups contain it.
 * The row of another merchant cannot be put in its place.
 */
export function encryptClientSecret(config: Keyed, merchantId: string, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce).setAAD(Buffer.from(merchantId))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Undefined if it was encrypted with another CODE_KEY or for another merchant. */
export function decryptClientSecret(config: Keyed, merchantId: string, stored: Buffer): string | undefined {
  const nonce = stored.subarray(0, nonceBytes)
  const options = { authTagLength: tagBytes }
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), nonce, options)
    .setAAD(Buffer.from(merchantId))
    .setAuthTag(stored.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(stored.subarray(nonceBytes + tagBytes)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
