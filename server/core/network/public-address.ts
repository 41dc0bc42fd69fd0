import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { networkCheck } from './trusted-proxies.ts'

/** The first bits of all global IPv6 addresses, 2000::/3. Outside are those that stand for an IPv4 address, such as 64:ff9b::/96. */
const isGlobalV6 = (firstByte: number) => firstByte >> 5 === 1

/**
 * Whether this server may connect to an IP address that somebody else has named: one of the public internet, or of a network that the
 * operator has allowed. Private networks, loopback, link-local, shared and multicast addresses, and all addresses that are translated to
 * IPv4, are not public.
 *
 * @example
 * const isPublic = publicAddressCheck(['10.1.0.0/16'])
 * isPublic('9.9.9.9') // => true
 * isPublic('10.1.2.3') // => true
 * isPublic('10.2.0.1') // => false
 * isPublic('::ffff:9.9.9.9') // => false
 */
export function publicAddressCheck(allowed: readonly string[]): (address: string) => boolean {
  const isAllowed = networkCheck(allowed)
  return (address) => {
    if (isIP(address) === 0) return false
    if (isAllowed(address)) return true
    const parsed = ipaddr.parse(address)
    return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isGlobalV6(parsed.toByteArray()[0]!))
  }
}
