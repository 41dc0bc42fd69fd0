import { randomBytes, timingSafeEqual } from 'node:crypto'

export type Credentials = { id: string; secret: string }

/** Access tokens in memory: a restart makes all of them invalid, as an expiry does. */
export class Tokens {
  readonly #expiries = new Map<string, number>()
  readonly #seconds: number

  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** @param now epoch seconds */
  issue(now: number) {
    for (const [token, expiry] of this.#expiries) if (expiry <= now) this.#expiries.delete(token)
    const token = randomBytes(24).toString('base64url')
    this.#expiries.set(token, now + this.#seconds)
    return { access_token: token, token_type: 'Bearer', expires_in: this.#seconds }
  }

  isValid(token: string | null, now: number): boolean {
    return (this.#expiries.get(token ?? '') ?? 0) > now
  }
}

/** Whether a header has the credentials of the client, as HTTP Basic authentication. */
export function hasCredentials(header: string | undefined, { id, secret }: Credentials): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
