import ipaddr from 'ipaddr.js'

/**
 * Keys of rate limits for anonymous calls. One person can use a whole IPv6 /64, and a shop or a mobile network may
 * share an IPv4 address, so an address is a key only for limits on reads.
 */

/** The key for reads: the address; for IPv6 its /64. */
export function ipLimitKey(address: string): string {
  return isPlainV4(address) ? address : prefixOf(address, { ipv4: 4, ipv6: 8 })
}

/**
 * The key for writes and for guesses: the /24 of an IPv4 address, the /64 of an IPv6 address.
 *
 * @example
 * networkLimitKey('192.0.2.17') // => '192.0.2'
 * networkLimitKey('2001:db8::1') // => '20010db800000000/64'
 */
export function networkLimitKey(address: string): string {
  if (isPlainV4(address)) return address.slice(0, address.lastIndexOf('.'))
  return prefixOf(address, { ipv4: 3, ipv6: 8 })
}

/** The /48 of an IPv6 address, the usual size of one site; undefined for IPv4. It has ten times the limit of a /64. */
export function siteLimitKey(address: string): string | undefined {
  if (isPlainV4(address) || !ipaddr.isValid(address)) return undefined
  return ipaddr.process(address).kind() === 'ipv6' ? prefixOf(address, { ipv4: 4, ipv6: 6 }) : undefined
}
/** How many /64 networks of one site can use their full limits at the same time. */
export const networksPerSite = 10

/** Most addresses have this form. They are used as the key without being parsed. */
const isPlainV4 = (address: string): boolean => !address.includes(':')

/** An IPv4 address in IPv6 notation (`::ffff:192.0.2.1`) is treated as the IPv4 address. */
function prefixOf(address: string, bytes: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  const kind = read.kind()
  const networkBytes = read.toByteArray().slice(0, bytes[kind])
  return kind === 'ipv4' ? networkBytes.join('.') : `${Buffer.from(networkBytes).toString('hex')}/${bytes.ipv6 * 8}`
}
