import { hkdfSync } from 'node:crypto'
import type { Config } from '#server/core/config.ts'

/** Derives a key for a single purpose from the secret that all web processes share. */
export function derivedKey({ jwtSecret }: Pick<Config, 'jwtSecret'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', purpose, 32))
}
