import { hkdfSync } from 'node:crypto'
import type { Config } from '#server/core/config.ts'

/** A key for one purpose alone, out of the secret that all web processes share. */
export function derivedKey({ jwtSecret }: Pick<Config, 'jwtSecret'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', purpose, 32))
}
