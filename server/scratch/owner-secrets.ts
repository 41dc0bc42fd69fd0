import { createHmac, hash } from 'node:crypto'
import type { Config } from '#server/core/config.ts'
import { base32Alphabet } from '#shared/verify/code/base32.ts'

/** What an owner keeps: the secret of the link, and the code that replaces a lost link. Both are shown once and stored as hashes. */
export type OwnerSecrets = { owner: string; recovery: string }

const letters = 16

/**
 * Returns a function that derives the secrets of an owner from the key that a claim or a transfer is sent with, so that a call
 * that is sent again gets the same ones.
 */
export function ownerSecretsOf({ codeKey }: Pick<Config, 'codeKey'>): (address: string, key: string) => OwnerSecrets {
  const own = createHmac('sha256', codeKey).update('assay owner').digest()
  const secret = (use: string) =>
    Array.from(
      createHmac('sha256', own).update(use).digest().subarray(0, letters),
      (byte) => base32Alphabet[byte & 31],
    ).join('')
  return (address, key) => ({ owner: secret(`link ${address} ${key}`), recovery: secret(`recovery ${address} ${key}`) })
}

/** The stored form of a secret. Eighty random bits need no slow hash. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', `owner ${secret}`, 'buffer').subarray(0, 16)
