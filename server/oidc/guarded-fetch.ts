import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { CustomFetch } from 'openid-client'
import { isLoopbackUrl } from '#server/core/network/loopback.ts'
import { ForbiddenAddressError, type Targets } from '#server/core/network/targets.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'

/** An answer that is larger than any document of a provider. */
export class LargeAnswerError extends Error {}

/** From the search of the address to the last byte of an answer. */
const longestCallMs = 10_000
/** The keys of large providers have about 30 kB. */
const longestAnswer = 256 * 1024

/**
 * Calls a provider, which a merchant has named: only at addresses that may be reached, with encryption except on this machine, without
 * following redirects, and for a bounded time and size.
 */
export function guardedFetch(targets: Targets, callMs = longestCallMs): CustomFetch {
  return async (address, { method, headers, body }) => {
    requireNoTransaction('identity provider')
    const url = targets.parse(address)
    const isPlain = url.protocol === 'http:'
    if (isPlain && !isLoopbackUrl(url.href)) throw new ForbiddenAddressError(`${url.host} is not encrypted`)
    const request = isPlain ? requestHttp : requestHttps
    const signal = AbortSignal.timeout(callMs)
    const options = {
      method,
      headers: { ...headers, 'user-agent': 'Assay-Sign-In/1' },
      agent: false as const,
      lookup: targets.lookup,
      signal,
    }
    try {
      return await new Promise<Response>((resolve, reject) => {
        const sent = request(url, options, (response) => readAll(response).then(resolve, reject))
        sent.on('error', reject)
        sent.end(body === undefined || body === null ? undefined : String(body))
      })
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }
}

async function readAll(response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > longestAnswer) {
      response.destroy()
      throw new LargeAnswerError(`more than ${longestAnswer} bytes`)
    }
  }
  const { statusCode: status = 500, headers } = response
  const isEmpty = status === 204 || status === 304
  const type = { 'content-type': headers['content-type'] ?? '' }
  const challenge = headers['www-authenticate']
  return new Response(isEmpty ? null : Buffer.concat(chunks), {
    status: status >= 200 && status <= 599 ? status : 500,
    headers: { ...type, ...(challenge && { 'www-authenticate': challenge }) },
  })
}
