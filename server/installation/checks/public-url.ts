import { connect } from 'node:tls'
import { isLoopbackUrl } from '#server/core/network/loopback.ts'
import { type Check, type Found, fault, ok, reasonOf, warning } from '#server/installation/finding.ts'

const timeoutMs = 5_000
/** The share of its life that a certificate has left. Programs renew it at a third, also one of six days. */
const certificateLimits = { warning: 1 / 4, fault: 1 / 12 }
/** An address of a documentation network (RFC 5737), which no caller has. */
const forgedAddress = '203.0.113.7'
/** Networks without a route in the internet (RFC 1918, RFC 4193): a proxy, if the call came from outside. */
const isPrivate = (address: string) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i.test(address)

/**
 * The public URL as a shopper reaches it: whether it leads here, its certificate, and whether the address of a caller arrives.
 *
 * @param id a text that only processes of this installation know, see `installation-id.ts`
 */
export const publicUrlChecks = (publicUrl: string, id: string): Check[] => [
  { part: 'publicUrl', run: () => reached(publicUrl, id) },
  { part: 'certificate', run: () => certificate(publicUrl) },
  { part: 'proxy', run: () => callerAddress(publicUrl) },
]

const call = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual', headers })

async function reached(url: string, id: string): Promise<Found> {
  try {
    const answer = await call(`${url}/health/installation`)
    const { installation } = (await answer.json().catch(() => ({}))) as { installation?: string }
    if (installation !== id) return fault('publicUrlOther', { url })
    return url.startsWith('https:') || isLoopbackUrl(url)
      ? ok('publicUrlOk', { url })
      : fault('publicUrlPlain', { url })
  } catch (error) {
    return fault('publicUrlAway', { url, reason: reasonOf(error) })
  }
}

async function certificate(url: string): Promise<Found> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return ok('certificateNone')
  const { promise, resolve, reject } = Promise.withResolvers<{
    begin: string
    end: string
    reason: string | undefined
  }>()
  const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname, rejectUnauthorized: false })
  socket.setTimeout(timeoutMs, () => socket.destroy(new DOMException('', 'TimeoutError')))
  socket.once('error', reject)
  socket.once('secureConnect', () => {
    const reason = socket.authorized ? undefined : `${socket.authorizationError}`
    const { valid_from: begin, valid_to: end } = socket.getPeerCertificate()
    resolve({ begin, end, reason })
    socket.end()
  })
  try {
    const { begin, end, reason } = await promise
    if (reason) return fault('certificateBad', { reason })
    const left = (Date.parse(end) - Date.now()) / (Date.parse(end) - Date.parse(begin))
    const values = { at: new Date(end).toISOString() }
    if (left < certificateLimits.fault) return fault('certificateEnds', values)
    return left < certificateLimits.warning ? warning('certificateEnds', values) : ok('certificateOk', values)
  } catch (error) {
    return fault('certificateBad', { reason: reasonOf(error) })
  }
}

async function callerAddress(url: string): Promise<Found> {
  try {
    const answer = await call(`${url}/health/installation`, { 'x-forwarded-for': forgedAddress })
    const { address = '' } = (await answer.json()) as { address?: string }
    if (address === forgedAddress && !isLoopbackUrl(url)) return fault('proxyForged')
    return isPrivate(address) ? warning('proxyHidden', { address }) : ok('proxyOk', { address })
  } catch {
    return warning('proxyUnknown')
  }
}
