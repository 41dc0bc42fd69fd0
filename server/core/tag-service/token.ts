import { TagServiceError } from './error.ts'
import { exchange, type HttpLimits } from './http.ts'
import { parseResponse } from './parse-response.ts'
import { TokenResponse } from './responses.ts'

type TokenSource = {
  current(): Promise<string>
  /** Discards a token that the service rejected, unless another call has replaced it already. */
  discard(token: string): void
}

/** A token is replaced this long before it expires (ms). */
const marginMs = 30_000

/** Gets tokens with client credentials (RFC 6749, section 4.4). Simultaneous calls share one request. */
export function tokenSource(url: URL, clientId: string, clientSecret: string, limits: HttpLimits): TokenSource {
  let cachedToken: { token: string; until: number } | undefined
  let pending: Promise<string> | undefined

  async function request(): Promise<string> {
    const what = 'token'
    const { status, body } = await exchange(
      what,
      url,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      limits,
    )
    if (status >= 500) throw new TagServiceError('unreachable', `${what}: ${url.host} returned ${status}`, true)
    if (status !== 200) throw new TagServiceError('denied', `${what}: ${url.host} returned ${status}`)
    const { access_token: token, expires_in: seconds } = parseResponse(what, TokenResponse, body)
    // A short-lived token is still used for half of its life.
    cachedToken = { token, until: Date.now() + Math.max(seconds * 1000 - marginMs, seconds * 500) }
    return token
  }

  return {
    async current() {
      if (cachedToken && cachedToken.until > Date.now()) return cachedToken.token
      pending ??= request().finally(() => (pending = undefined))
      return pending
    },
    discard(token) {
      if (cachedToken?.token === token) cachedToken = undefined
    },
  }
}
