import type { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Config } from '#server/core/config.ts'
import { ForbiddenAddressError, openNameServers, openTargets, type Targets } from '#server/core/network/targets.ts'
import { isTlsError } from '#server/core/network/tls-error.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'
import { type BrandHostFault, challengeLabel, challengePath } from '#shared/core/host/brand-host.ts'
import { urlAtHost } from '#shared/core/host/installation-url.ts'
import { targetOf } from './hosts.ts'

/** From the first byte to the last one of the answer. */
const longestCallMs = 10_000
const longestAnswer = 4_096
/** Aliases from a name to the installation at most. */
const longestChain = 8
/** Letters of what was found that are stored. */
const longestFound = 200

/** `tokens`: what the TXT record contains, of whichever merchant. */
export type Checked = { fault: BrandHostFault | null; found: string; tokens: readonly string[] }
type Claim = { host: string; token: string; isProven: boolean }

export type HostCheck = (claim: Claim) => Promise<Checked>

/** An answer of a name server that says that there is no such record. */
const absent = new Set(['ENODATA', 'ENOTFOUND'])
const noFault = (found = '') => ({ fault: null, found })
const fault = (fault: BrandHostFault, found = '') => ({ fault, found: found.slice(0, longestFound) })

/** Returns a function that checks a custom domain: where its name points, whose it is, and what answers there. */
export function openHostCheck(config: Config): HostCheck {
  const resolver = openNameServers(config)
  const targets = openTargets(config, resolver)
  const target = targetOf(config)

  return async ({ host, token, isProven }) => {
    requireNoTransaction('check of a custom domain')
    try {
      // A proven host stays proven, so that a record that somebody tidied away stops no codes.
      const proofs = isProven ? [] : recordsOf(resolver.resolveTxt(`${challengeLabel}.${host}`))
      const [pointed, texts] = await Promise.all([whereTo(resolver, host, target), proofs])
      const tokens = texts.map((parts) => parts.join(''))
      if (pointed.fault) return { ...pointed, tokens }
      if (!isProven && !tokens.includes(token)) return { ...fault('proof', tokens.join(', ')), tokens }
      return { ...(await whoAnswers(targets, urlAtHost(config.publicUrl, host), token)), tokens }
    } catch (error) {
      return { ...fault('dns', (error as NodeJS.ErrnoException).code), tokens: [] }
    }
  }
}

/** The records of a lookup; none if the name or the type does not exist. */
async function recordsOf<T>(lookup: Promise<T[]>): Promise<T[]> {
  try {
    return await lookup
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** Follows the aliases of a name. Providers replace the alias of a whole domain by addresses, so those may be compared, too. */
async function whereTo(resolver: Resolver, host: string, target: string) {
  const chain: string[] = []
  for (let name = host; chain.length < longestChain; ) {
    const [next] = await recordsOf(resolver.resolveCname(name))
    if (next === undefined) break
    name = next.toLowerCase().replace(/\.$/, '')
    if (name === target) return noFault()
    chain.push(name)
  }
  const [found, wanted] = await Promise.all([addressesOf(resolver, host), addressesOf(resolver, target)])
  const isSame = found.length > 0 && found.every((address) => wanted.includes(address))
  return isSame ? noFault() : fault('target', (chain.length > 0 ? chain : found).join(', '))
}

async function addressesOf(resolver: Resolver, name: string): Promise<string[]> {
  if (isIP(name) > 0) return [name]
  const found = await Promise.all([recordsOf(resolver.resolve4(name)), recordsOf(resolver.resolve6(name))])
  return found.flat()
}

/** Asks the host whose it is, through the same check of addresses as webhooks. */
async function whoAnswers(targets: Targets, url: string, token: string) {
  try {
    const { status, text } = await call(targets, targets.parse(`${url}${challengePath}`))
    if (status === 200 && text.split('\n').includes(token)) return noFault()
    return fault('answer', String(status))
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (error instanceof ForbiddenAddressError) return fault('address')
    return fault(isTlsError(code) ? 'certificate' : 'connection', code || message)
  }
}

function call(targets: Targets, url: URL): Promise<{ status: number; text: string }> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const options = {
    agent: false as const,
    lookup: targets.lookup,
    signal: AbortSignal.timeout(longestCallMs),
    headers: { 'user-agent': 'Assay-Host-Check/1' },
  }
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
      .on('error', reject)
      .end()
  })
}

/** The beginning of an answer; the connection of a longer one is closed. */
async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response.setEncoding('latin1') as AsyncIterable<string>) {
    text += chunk
    if (text.length >= longestAnswer) break
  }
  return text
}
