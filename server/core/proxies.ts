import { BlockList, isIP } from 'node:net'

/** A proxy on this machine may always say for whom it asks. Asked for every request, so without parsing an address. */
const isLoopback = (address: string): boolean => /^(::1$|(::ffff:)?127\.)/.test(address)

/** A rule of `TRUSTED_PROXIES`: an address, or a network in CIDR notation. Undefined where it is neither. */
export function networkOf(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', length, ...rest] = text.trim().split('/')
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  const bits = length === undefined ? most : Number(length)
  const isSound =
    version > 0 && rest.length === 0 && length !== '' && Number.isInteger(bits) && bits >= 0 && bits <= most
  return isSound ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined
}

/** Whose word on the caller's address is taken: proxies of this machine, and those that are named. */
export function trustOf(proxies: readonly string[]): (address: string) => boolean {
  if (proxies.length === 0) return isLoopback
  const named = new BlockList()
  for (const { address, bits, family } of proxies.flatMap((text) => networkOf(text) ?? []))
    named.addSubnet(address, bits, family)
  return (address) => isLoopback(address) || named.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
