import { createHmac, randomBytes } from 'node:crypto'
import type { Config } from '#server/core/config.ts'
import type { StoredSecret } from './table.ts'

const graceMs = 24 * 3_600_000
/** Those of the last 24 hours also sign, so their number is bounded. */
export const mostSecrets = 5

export const newSecret = (): StoredSecret => ({ nonce: randomBytes(16).toString('hex'), until: null })

/** The stored secrets after a new one was added, the newest first. Undefined if there are too many. */
export function rotated(stored: readonly StoredSecret[], now: Date): StoredSecret[] | undefined {
  const until = new Date(now.getTime() + graceMs).toISOString()
  const kept = validSecrets(stored, now).map((secret) => ({ ...secret, until: secret.until ?? until }))
  return kept.length < mostSecrets ? [newSecret(), ...kept] : undefined
}

export const validSecrets = (stored: readonly StoredSecret[], now: Date): StoredSecret[] =>
  stored.filter(({ until }) => until === null || new Date(until) > now)

/**
 * The 32 bytes that sign. They are derived from CODE_KEY, as the secrets of codes are, so the database and its backups contain no
 * secret.
 */
export function secretKeys({ codeKey }: Pick<Config, 'codeKey'>): (secret: StoredSecret) => Buffer {
  const key = createHmac('sha256', codeKey).update('assay webhook secret').digest()
  return ({ nonce }) => createHmac('sha256', key).update(nonce).digest()
}

/** As receivers configure it. */
export const printedWebhookSecret = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`
