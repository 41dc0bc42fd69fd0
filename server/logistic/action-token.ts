import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Lifetime of a token in milliseconds. */
const lifetime = 10 * 60_000
const [nonceBytes, macBytes] = [9, 18]

export type ActionToken = { address: string; hash: Buffer }
export type ActionTokens = {
  /** Issues a token for one action on the shipment of a code that was just scanned. */
  issue(address: string): { token: string; expiresAt: Date }
  /** Returns undefined for invalid and expired tokens, and for tokens of another code. */
  read(token: string, address: string, now?: number): ActionToken | undefined
}

/**
 * Proof that a code was scanned a few minutes ago. Issued tokens are signed and not stored. The hash of a used token is
 * stored with its action.
 */
export function actionTokens(codeKey: Uint8Array): ActionTokens {
  const key = createHmac('sha256', codeKey).update('action on a shipment').digest()
  const macOf = (body: Buffer, address: string) =>
    createHmac('sha256', key).update(body).update(address).digest().subarray(0, macBytes)
  return {
    issue(address) {
      const expiresAt = new Date(Date.now() + lifetime)
      const body = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(6)])
      body.writeUIntBE(expiresAt.getTime(), nonceBytes, 6)
      return { token: Buffer.concat([body, macOf(body, address)]).toString('base64url'), expiresAt }
    },
    read(token, address, now = Date.now()) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== nonceBytes + 6 + macBytes) return undefined
      const [body, mac] = [bytes.subarray(0, nonceBytes + 6), bytes.subarray(nonceBytes + 6)]
      if (!timingSafeEqual(mac, macOf(body, address)) || body.readUIntBE(nonceBytes, 6) < now) return undefined
      return { address, hash: createHash('sha256').update(bytes).digest() }
    },
  }
}
