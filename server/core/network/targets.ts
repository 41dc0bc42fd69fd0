import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Config } from '#server/core/config.ts'
import { blockedPorts } from '#shared/core/blocked-port.ts'
import type { ValidationMessage } from '#shared/core/i18n/validation-text.ts'
import { publicAddressCheck } from './public-address.ts'

/** The host of an address is in a network that this server may not reach for others. */
export class ForbiddenAddressError extends Error {}
/** The host of an address has no IP address, or the name server does not answer. */
export class UnknownHostError extends Error {}

export type Targets = {
  /**
   * Why an https address may not be called, as a message of its field. A name without an IP address may be: it can get one later.
   */
  problemOf(url: string): Promise<ValidationMessage | undefined>
  /** The address as it may be called now. Throws `ForbiddenAddressError` if its host is an IP address that may not be. */
  parse(url: string): URL
  /** For `node:https`: passes on only addresses that may be called, so that the connection is to one that was checked. */
  lookup: LookupFunction
}

/** The names of this machine, which name servers do not know (RFC 6761). */
const localName = /^(.+\.)?localhost$/
const loopback = ['127.0.0.1', '::1']

/** Asks the name servers of the operator, or those of this machine: without getaddrinfo, whose few threads a slow one could occupy. */
export function openNameServers({ dnsServers }: Partial<Pick<Config, 'dnsServers'>>): Resolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (dnsServers) resolver.setServers(dnsServers)
  return resolver
}

/**
 * What may be called at an address that a merchant has named: the public internet, or a network that the operator allows. Webhooks,
 * sign-ins by an organisation and the check of custom domains use it.
 */
export function openTargets(
  config: Pick<Config, 'webhookAllowCidrs'> & Partial<Pick<Config, 'dnsServers'>>,
  resolver = openNameServers(config),
): Targets {
  const { webhookAllowCidrs } = config
  const mayReach = publicAddressCheck(webhookAllowCidrs)

  const addressesOf = async (host: string): Promise<string[]> => {
    if (isIP(host) > 0) return [host]
    if (localName.test(host)) return loopback
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
  const reachable = async (host: string): Promise<string[]> => {
    const addresses = await addressesOf(host)
    if (addresses.length === 0) throw new UnknownHostError(`${host} has no address`)
    const allowed = addresses.filter(mayReach)
    if (allowed.length === 0) throw new ForbiddenAddressError(`${host} is not on the public internet`)
    return allowed
  }

  return {
    async problemOf(url) {
      const { port } = new URL(url)
      if (port !== '' && blockedPorts.has(Number(port))) return 'This port belongs to another protocol'
      try {
        await reachable(hostOf(url))
      } catch (error) {
        if (error instanceof ForbiddenAddressError) return 'This address is not on the public internet'
        if (!(error instanceof UnknownHostError)) throw error
      }
      return undefined
    },
    parse(url) {
      const host = hostOf(url)
      // `node:https` looks up names only.
      if (isIP(host) > 0 && !mayReach(host)) throw new ForbiddenAddressError(`${host} is not on the public internet`)
      return new URL(url)
    },
    lookup(host, { all }, callback) {
      reachable(host.replace(/\.$/, '')).then(
        (addresses) => {
          const list = addresses.map((address) => ({ address, family: isIP(address) }))
          if (all) callback(null, list)
          else callback(null, list[0]!.address, list[0]!.family)
        },
        (error: Error) => callback(error, []),
      )
    },
  }
}

/** The host of a URL without brackets and without the dot at its end. URLs write every form of an IPv4 address as four numbers. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$|\.$/g, '')
